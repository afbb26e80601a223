package dev.mercer.app.cli.console;

import dev.mercer.app.data.DataException;
import dev.mercer.internal.spec.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Messages about errors in a command line: what is wrong, what is allowed, what was meant. */
final class WrongUse {

  private WrongUse() {}

  static String words(CommandLine.ParameterException error) {
    if (error instanceof CommandLine.UnmatchedArgumentException unmatched) {
      return unmatched(unmatched);
    }
    if (error instanceof CommandLine.MissingParameterException missing) {
      return missing(missing);
    }
    ArgSpec argument = error.getArgSpec();
    if (error instanceof CommandLine.OverwrittenOptionException twice) {
      return name(twice.getOverwritten()) + " is given more than once; give it once";
    }
    if (error.getCause() instanceof DataException
        || error.getCause() instanceof IllegalArgumentException
            && !(error.getCause() instanceof NumberFormatException)) {
      return (argument == null ? "" : name(argument) + ": ") + error.getCause().getMessage();
    }
    if (error.getValue() != null && argument != null && argument.typeInfo() != null) {
      return name(argument)
          + " "
          + error.getValue()
          + " is not "
          + kind(argument.typeInfo().getType());
    }
    return error.getMessage();
  }

  private static String unmatched(CommandLine.UnmatchedArgumentException error) {
    CommandLine line = error.getCommandLine();
    String first = error.getUnmatched().get(0);
    Set<String> verbs = line.getSubcommands().keySet();
    if (!verbs.isEmpty() && !first.startsWith("-")) {
      return Names.unknown("verb", first, verbs);
    }
    String option = first.contains("=") ? first.substring(0, first.indexOf('=')) : first;
    if (!option.startsWith("-")) {
      return "unexpected argument "
          + Names.quote(first)
          + "; this verb takes only "
          + expected(line)
          + "options";
    }
    return "unknown option " + Names.quote(option) + meant(option, line);
  }

  /** Suggests only an option with a similar name, because a wild guess is worse than none. */
  private static String meant(String option, CommandLine line) {
    Set<String> known = new TreeSet<>();
    for (OptionSpec spec : line.getCommandSpec().options()) {
      if (!spec.hidden()) {
        known.addAll(List.of(spec.names()));
      }
    }
    return Names.close(option, known).map(name -> "; did you mean " + name + "?").orElse("");
  }

  private static String missing(CommandLine.MissingParameterException error) {
    List<String> lacking = new ArrayList<>();
    for (ArgSpec argument : error.getMissing()) {
      if (argument.isOption() && error.getMessage().contains("required option")) {
        lacking.add("option " + name(argument) + " " + argument.paramLabel() + " is missing");
      } else if (argument.isOption()) {
        lacking.add("option " + name(argument) + " needs a value, " + argument.paramLabel());
      } else {
        lacking.add(argument.paramLabel() + " is missing");
      }
    }
    return lacking.isEmpty() ? error.getMessage() : String.join(", ", lacking);
  }

  private static String expected(CommandLine line) {
    return line.getCommandSpec().positionalParameters().stream()
        .map(positional -> positional.paramLabel() + " and ")
        .collect(Collectors.joining());
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String kind(Class<?> type) {
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "a whole number";
    }
    return type == double.class || type == Double.class ? "a number" : "understood";
  }
}
