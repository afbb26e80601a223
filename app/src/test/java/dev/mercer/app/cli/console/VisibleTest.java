package dev.mercer.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that comes from a file acts on the terminal. */
class VisibleTest {

  /** Clears the screen, sets the title, in C1 and in C0; then an override of direction. */
  private static final String HOSTILE = "x\u001b[2J\u001b]0;t\u0007\u009b2J\u007f\u202ey";

  private static final String SHOWN = "x\\u001b[2J\\u001b]0;t\\u0007\\u009b2J\\u007f\\u202ey";

  @TempDir Path folder;

  @Test
  void whatActsIsShownByItsNumber() {
    assertThat(Visible.text(HOSTILE)).isEqualTo(SHOWN);
    assertThat(Visible.text("a\tb\r\nc\rd\n")).isEqualTo("a\tb\r\nc\\u000dd\n");
    assertThat(Visible.line("a\tb\r\nc\u2028d")).isEqualTo("a\tb\\u000d\\u000ac\\u2028d");
    String plain = "größe δ 日本 ✓ \ud83d\ude00 עברית";
    assertThat(Visible.line(plain)).isSameAs(plain);
  }

  @Property(tries = 500)
  void noControlIsLeftAndJsonStaysTheSame(@ForAll String text) {
    String shown = Visible.line(text);
    assertThat(shown.chars().allMatch(c -> c == '\t' || !Character.isISOControl(c))).isTrue();
    String json = Json.write(Json.object("a", text));
    assertThat(Json.parseObject(Visible.text(json))).isEqualTo(Json.parseObject(json));
  }

  /** Rows whose column, label and file names are hostile; every verb that shows names. */
  @Test
  void namesAndCellsReachTheTerminalVisible() throws IOException {
    String label = HOSTILE + "z";
    String rows = "\"" + HOSTILE + "\nb\",c,k\n";
    for (int i = 0; i < 24; i++) {
      rows += i % 5 + "," + i * i % 7 + "," + (i % 2 == 0 ? label : "other") + "\n";
    }
    Path data = Files.writeString(folder.resolve(HOSTILE + ".csv"), rows);
    Path model = folder.resolve(HOSTILE + ".safetensors");
    Path missing = folder.resolve(HOSTILE + "no.csv");
    Path broken = Files.writeString(folder.resolve(HOSTILE + "b.csv"), "a\n1\n" + HOSTILE + "\n");
    Path noModel = Files.writeString(folder.resolve(HOSTILE + "n.safetensors"), HOSTILE);
    Path scores = folder.resolve("s.csv");
    Object[][] calls = {
      {"fit", data, "--label", "k", "--kernel", "linear", "--rank", 2, "-o", model},
      {"inspect", model},
      {"inspect", model, "--features"},
      {"inspect", model, "--json"},
      {"reconstruct", data, "--drop", "k", "-m", model, "-o", scores},
      {"classify", data, "--label", "k", "--kernel", "linear", "--rank", 1, "--folds", 2},
      {"compare", data, "--label", "k", "--methods", HOSTILE, "-o", folder.resolve("c")},
      {"fit", data},
      {"fit", data, "--label", HOSTILE},
      {"fit", missing},
      {"fit", broken},
      {"fit", data, "--label", "k", "--kernel", HOSTILE},
      {"fit", data, "--label", "k", HOSTILE},
      {HOSTILE},
      {"inspect", noModel},
      {"transform", data, "--label", "k", "-m", missing, "-o", scores},
    };
    int shown = 0;
    for (Object[] call : calls) {
      Program program = Program.run(call);
      String all = program.out() + program.err();
      assertThat(program.exit()).as(all).isIn(0, 2);
      assertThat(all.chars().filter(Character::isISOControl).distinct())
          .as(List.of(call) + all)
          .containsOnly((int) '\n');
      assertThat(all).doesNotContain("\u202e");
      shown += all.contains(SHOWN) ? 1 : 0;
    }
    assertThat(shown).as("calls that show a hostile name").isGreaterThan(8);
    assertThat(Files.readString(scores)).as("files stay as they are").startsWith("\"" + HOSTILE);
  }
}
