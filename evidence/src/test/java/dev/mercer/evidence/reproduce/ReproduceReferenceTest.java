package dev.mercer.evidence.reproduce;

import dev.mercer.app.Main;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.docs.GeneratedPart;
import dev.mercer.app.docs.VerbsPage;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference of {@code mercer reproduce} is what the program says of itself. */
class ReproduceReferenceTest {

  @Test
  void optionsOfReproduce() throws IOException {
    VerbsPage page =
        new VerbsPage(List.of(Main.commandLine(Console.of(0)).getSubcommands().get("reproduce")));
    GeneratedPart.check("reference/reproduce.md", page.sections());
  }
}
