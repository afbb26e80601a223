package dev.mercer.app.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The reference of verbs and options as Markdown, made from what the program itself knows of them:
 * a section for each verb, and one for each group of options that several verbs share.
 */
public final class VerbsPage {

  private record Group(String name, List<ArgSpec> own, List<String> verbs) {}

  private final List<CommandSpec> verbs;
  private final Map<Class<?>, Group> groups = new LinkedHashMap<>();

  /** The page of some verbs; those below them follow each. */
  public VerbsPage(Collection<CommandLine> verbs) {
    this.verbs =
        verbs.stream()
            .flatMap(
                verb -> {
                  List<CommandLine> both = new ArrayList<>(List.of(verb));
                  both.addAll(verb.getSubcommands().values());
                  return both.stream();
                })
            .map(CommandLine::getCommandSpec)
            .toList();
    for (CommandSpec verb : this.verbs) {
      collect(verb, verb);
    }
  }

  private void collect(CommandSpec verb, CommandSpec holder) {
    for (CommandSpec mixin : holder.mixins().values()) {
      Class<?> type = mixin.userObject().getClass();
      groups.computeIfAbsent(type, t -> new Group(title(t), own(mixin), new ArrayList<>()));
      groups.get(type).verbs().add(verb.qualifiedName(" "));
      collect(verb, mixin);
    }
  }

  /** {@code DataOptions} is the group of data options. */
  private static String title(Class<?> type) {
    String words = type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ");
    return words.charAt(0) + words.substring(1).toLowerCase(Locale.ROOT);
  }

  /** The options and parameters of a command that none of its mixins brings. */
  private static List<ArgSpec> own(CommandSpec spec) {
    List<ArgSpec> mixed =
        spec.mixins().values().stream().flatMap(mixin -> mixin.args().stream()).toList();
    List<String> names = mixed.stream().map(VerbsPage::names).toList();
    return spec.args().stream().filter(arg -> !names.contains(names(arg))).toList();
  }

  private boolean shared(CommandSpec mixin) {
    return groups.get(mixin.userObject().getClass()).verbs().size() > 1;
  }

  /** One line for each verb, with a link to its section. */
  public String list() {
    StringBuilder text = new StringBuilder("| verb | what it does |\n|---|---|\n");
    for (CommandSpec verb : verbs) {
      String name = verb.qualifiedName(" ");
      text.append("| [`")
          .append(name)
          .append("`](#")
          .append(anchor(name))
          .append(") | ")
          .append(words(verb.usageMessage().description()))
          .append(" |\n");
    }
    return text.toString();
  }

  /** A section for each verb: its synopsis, what only it has, and which groups it shares. */
  public String sections() {
    StringBuilder text = new StringBuilder();
    for (CommandSpec verb : verbs) {
      text.append("## ").append(verb.qualifiedName(" ")).append("\n\n");
      text.append(words(verb.usageMessage().description())).append("\n\n");
      text.append('`').append(synopsis(verb)).append("`\n\n");
      List<ArgSpec> args = new ArrayList<>(own(verb));
      List<String> links = new ArrayList<>();
      place(verb, args, links);
      table(text, args);
      if (!links.isEmpty()) {
        text.append("\nFurther: ").append(String.join(", ", links)).append(".\n");
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** Options of a group that only this verb has stand with its own. */
  private void place(CommandSpec holder, List<ArgSpec> args, List<String> links) {
    for (CommandSpec mixin : holder.mixins().values()) {
      String name = groups.get(mixin.userObject().getClass()).name();
      if (shared(mixin)) {
        links.add("[" + name.toLowerCase(Locale.ROOT) + "](#" + anchor(name) + ")");
      } else {
        args.addAll(own(mixin));
      }
      place(mixin, args, links);
    }
  }

  /** A section for each group of options that several verbs share. */
  public String groups() {
    StringBuilder text = new StringBuilder();
    for (Group group : groups.values()) {
      if (group.verbs().size() > 1) {
        text.append("### ").append(group.name()).append("\n\n");
        table(text, group.own());
        text.append("\nOf ")
            .append(
                group.verbs().size() == verbs.size()
                    ? "every verb"
                    : group.verbs().stream()
                        .map(verb -> "`" + verb + "`")
                        .collect(Collectors.joining(", ")))
            .append(".\n\n");
      }
    }
    return text.toString();
  }

  private static void table(StringBuilder text, List<ArgSpec> args) {
    List<ArgSpec> visible = args.stream().filter(arg -> !arg.hidden()).toList();
    if (visible.isEmpty()) {
      text.append("It has no options of its own.\n");
      return;
    }
    text.append("| option | what it does |\n|---|---|\n");
    for (ArgSpec arg : visible) {
      text.append("| `")
          .append(names(arg).replace("|", "\\|"))
          .append("` | ")
          .append(words(arg.description()).replace("|", "\\|"))
          .append(" |\n");
    }
  }

  private static String names(ArgSpec arg) {
    if (arg instanceof OptionSpec option) {
      String names = String.join("`, `", option.names());
      return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }
    return ((PositionalParamSpec) arg).paramLabel();
  }

  private static String synopsis(CommandSpec verb) {
    StringBuilder text = new StringBuilder(verb.qualifiedName(" ")).append(" [OPTIONS]");
    for (PositionalParamSpec parameter : verb.positionalParameters()) {
      String label = parameter.paramLabel() + (parameter.arity().max() > 1 ? "…" : "");
      text.append(parameter.required() ? " " + label : " [" + label + "]");
    }
    return text.toString();
  }

  private static String words(String[] lines) {
    return Arrays.stream(lines).collect(Collectors.joining(" ")).replaceAll("\\s+", " ").strip();
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }
}
