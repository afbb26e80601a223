package dev.mercer.app;

/**
 * A verb that is not part of every installation. The module that has it names its implementation of
 * this interface as a service; without that module the program says how to get it.
 */
public interface VerbModule {

  /** The verb: a picocli command, made as all verbs are. */
  Class<?> verb();
}
