package dev.mercer.evidence.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import dev.mercer.app.cli.options.Writes;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mercer reproduce} where this module is beside the program. */
class ReproduceVerbTest {

  @TempDir Path folder;

  @Test
  void theProgramFindsTheVerb() {
    Program list = Program.run("reproduce", "--list");
    assertThat(list.exit()).as(list.err()).isZero();
    assertThat(list.out())
        .contains("fk-fig1  ", "ny-fig3  ", "rk-fig1  ", "rs-fig6  ", "sk-fig1  ");
    assertThat(Program.run("--help").out()).contains("reproduce");
    Program help = Program.run("reproduce", "--help");
    assertThat(help.out()).startsWith("Usage: mercer reproduce").contains("--scale", "--quiet");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void wrongUseIsSaidInOneLine() {
    for (Object[] words :
        new Object[][] {
          {"reproduce"},
          {"reproduce", "rk-fig1"},
          {"reproduce", "rk-fig1", "-o", folder, "--scale", "huge"},
          {"reproduce", "rk-fig99", "-o", folder},
          {"reproduce", "rk-fig1", "-o", folder, "--data", folder.resolve("none")}
        }) {
      Program refused = Program.run(words);
      assertThat(refused.exit()).as(refused.err()).isEqualTo(2);
      assertThat(refused.err()).startsWith("mercer: ").hasLineCount(1);
    }
  }

  @Test
  void itsHelpFitsAScreen() {
    Program help = Program.run("reproduce", "--help");
    assertThat(help.exit()).isZero();
    assertThat(help.out()).startsWith("Usage: mercer reproduce").contains("--document", "--quiet");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void whatItWritesIsDeclared() {
    for (Field field : ReproduceVerb.class.getDeclaredFields()) {
      // Nothing is replaced in the folder of data sets.
      if (field.getType() == Path.class && !field.getName().equals("data")) {
        assertThat(field.isAnnotationPresent(Writes.class)).as(field.getName()).isTrue();
      }
    }
  }

  @Test
  void filesInItsFoldersAreKnownAsItsOwn() throws IOException {
    Path results = Files.createDirectories(folder.resolve("results"));
    Path pages = Files.createDirectories(folder.resolve("pages"));
    Path index = Files.writeString(results.resolve("index.html"), "of a run before");
    assertThat(Program.run("reproduce", "-o", results, "--document", pages).exit()).isZero();
    Files.delete(pages.resolve("README.md"));
    Files.createSymbolicLink(pages.resolve("README.md"), index);
    Program refused = Program.run("reproduce", "-o", results, "--document", pages);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("the same file").hasLineCount(1);
    assertThat(index).isRegularFile();
  }

  @Test
  void everyPageOfADocumentIsDeclared() throws NoSuchFieldException {
    Writes writes = ReproduceVerb.class.getDeclaredField("document").getAnnotation(Writes.class);
    for (Paper paper : Paper.values()) {
      assertThat(writes.inside()).contains(paper.file());
    }
  }

  @Test
  void aFileIsNoPlaceForADocument() throws IOException {
    Path page = Files.writeString(folder.resolve("mine.md"), "my own words");
    Program refused = Program.run("reproduce", "-o", folder, "--document", page);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("is a file; name a folder").hasLineCount(1);
    assertThat(page).hasContent("my own words");
  }
}
