package dev.mercer.app;

import picocli.CommandLine;

/** Makes the verbs, and gives those that show progress the console. */
final class Verbs implements CommandLine.IFactory {

  private final Console console;

  Verbs(Console console) {
    this.console = console;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    try {
      return type.getDeclaredConstructor(Console.class).newInstance(console);
    } catch (NoSuchMethodException e) {
      // Not a verb with a console: mixins, converters and the rest have plain constructors.
      return CommandLine.defaultFactory().create(type);
    }
  }
}
