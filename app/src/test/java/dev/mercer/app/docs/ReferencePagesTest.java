package dev.mercer.app.docs;

import dev.mercer.app.Main;
import dev.mercer.app.cli.console.Console;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The reference of verbs and options is what the program says of itself. */
class ReferencePagesTest {

  @Test
  void verbsAndOptions() throws IOException {
    List<CommandLine> verbs =
        Main.commandLine(Console.of(0)).getSubcommands().values().stream()
            .filter(verb -> !verb.getCommandName().equals("reproduce"))
            .toList();
    VerbsPage page = new VerbsPage(verbs);
    GeneratedPart.check(
        "reference/program.md",
        page.list() + "\n" + page.sections() + "## Options of several verbs\n\n" + page.groups());
  }
}
