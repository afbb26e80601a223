package dev.mercer.app;

/**
 * A command that is not part of every installation. The module that contains it declares its
 * implementation of this interface as a service; without it, the program says how to get it.
 */
public interface VerbModule {

  /** The class of the command: a picocli command, created like all others. */
  Class<?> verb();
}
