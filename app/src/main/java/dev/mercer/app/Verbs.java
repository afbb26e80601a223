package dev.mercer.app;

import dev.mercer.app.cli.console.Console;
import java.lang.reflect.Constructor;
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
      Constructor<K> verb = type.getDeclaredConstructor(Console.class);
      verb.setAccessible(true);
      return verb.newInstance(console);
    } catch (NoSuchMethodException e) {
      // Not a verb with a console: mixins, converters and the rest have plain constructors.
      return CommandLine.defaultFactory().create(type);
    }
  }
}
