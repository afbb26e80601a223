package dev.mercer.app;

import dev.mercer.app.cli.console.Console;
import java.lang.reflect.Constructor;
import picocli.CommandLine;

/** Creates the commands, and passes the console to those that show progress. */
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
      // Not a command with a console: mixins, converters and others have plain constructors.
      return CommandLine.defaultFactory().create(type);
    }
  }
}
