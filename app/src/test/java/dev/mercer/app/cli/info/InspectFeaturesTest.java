package dev.mercer.app.cli.info;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.json.JsonNumbers;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What drives a component, through the command line. */
class InspectFeaturesTest {

  private static final int ROWS = 300;

  @TempDir static Path folder;

  /** Two columns make a ring, three are noise. */
  @BeforeAll
  static void makeFiles() throws IOException {
    Random random = new Random(5);
    StringBuilder text = new StringBuilder("noise_a,left,noise_b,right,noise_c,weight\n");
    StringBuilder shuffled = new StringBuilder("right,noise_c,left,noise_b,noise_a\n");
    for (int i = 0; i < ROWS; i++) {
      double angle = 2 * Math.PI * random.nextDouble();
      double[] noise = random.doubles(3, -0.1, 0.1).toArray();
      double[] row = {noise[0], Math.cos(angle), noise[1], Math.sin(angle), noise[2], 1 + i % 3};
      text.append(line(row, 0, 1, 2, 3, 4, 5));
      shuffled.append(line(row, 3, 4, 1, 2, 0));
    }
    write("ring.csv", text.toString());
    write("shuffled.csv", shuffled.toString());
    write("two.csv", "left,right\n1,2\n2,1\n");
    write("gram.csv", "2,1,0\n1,2,1\n0,1,2\n");
    write("nan.csv", "noise_a,left,noise_b,right,noise_c\n0,1,0,NaN,0\n");
    fit("ring.safetensors", at("ring.csv"), "--drop", "weight", "--kernel", "gaussian(sigma=1)");
    fit(
        "set.safetensors",
        at("ring.csv"),
        "--drop",
        "weight",
        "--kernel",
        "gaussian(sigma=1)",
        "--method",
        "reduced-set");
    fit(
        "waves.safetensors",
        at("ring.csv"),
        "--drop=weight",
        "--kernel=gaussian(sigma=1)",
        "--method=random-features",
        "--landmarks=50");
    fit("gram.safetensors", at("gram.csv"), "--precomputed");
  }

  private static String line(double[] row, int... columns) {
    return String.join(",", Arrays.stream(columns).mapToObj(c -> String.valueOf(row[c])).toList())
        + "\n";
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(at(name), text);
  }

  private static Path at(String name) {
    return folder.resolve(name);
  }

  private static void fit(String model, Object... arguments) {
    List<Object> words = new ArrayList<>(List.of("fit"));
    words.addAll(List.of(arguments));
    words.addAll(List.of("--rank", 2, "--quiet", "-o", at(model)));
    Program run = Program.run(words.toArray());
    assertThat(run.exit()).as(run.err()).isZero();
  }

  private static String inspect(String model, Object... more) {
    List<Object> words = new ArrayList<>(List.of("inspect", at(model), "--features", "--quiet"));
    words.addAll(List.of(more));
    Program run = Program.run(words.toArray());
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    return run.out();
  }

  private static Map<?, ?> drive(String model, Object... more) {
    List<Object> words = new ArrayList<>(List.of(more));
    words.add("--json");
    Map<String, Object> all = Json.parseObject(inspect(model, words.toArray()));
    assertThat(all.get("features")).as("the number in the report stays").isEqualTo(5L);
    assertThat(all).containsKeys("kernel", "eigenvalues");
    return (Map<?, ?>) all.get("featureDrive");
  }

  private static double[] numbers(Map<?, ?> drive, int component, String name) {
    List<?> components = (List<?>) drive.get("components");
    return JsonNumbers.doubles(((Map<?, ?>) components.get(component)).get(name));
  }

  @Test
  void theTextNamesTheFeaturesThatMatter() {
    String text = inspect("ring.safetensors", "--top", 3);
    assertThat(text).contains("kernel   gaussian(sigma=1)", "over the 300 points of the model");
    List<String> lines = text.lines().filter(line -> line.matches(".*%  [lnr].*")).toList();
    assertThat(lines).hasSize(6);
    assertThat(lines.get(0)).startsWith("pc1 ");
    assertThat(lines.subList(0, 2)).allMatch(line -> line.matches(".*(left|right) .*"));
    assertThat(lines.get(2)).contains("noise_");
    assertThat(lines.get(3)).startsWith("pc2 ");
    assertThat(lines).allMatch(line -> line.matches(".*(rises|falls|both)"));
    // The ring's first two components go along its coordinates, one way.
    assertThat(lines.get(0)).doesNotContain("both");
  }

  @Test
  void theNumbersOfTheJson() {
    Map<?, ?> drive = drive("ring.safetensors");
    assertThat(drive.get("rows")).isEqualTo(300L);
    assertThat(drive.get("rowsAvailable")).isEqualTo(300L);
    assertThat(drive.get("rowsAre")).isEqualTo("points of the model");
    assertThat(drive.get("weighted")).isEqualTo(false);
    assertThat(drive.get("names"))
        .isEqualTo(List.of("noise_a", "left", "noise_b", "right", "noise_c"));
    assertThat((List<?>) drive.get("components")).hasSize(2);
    double[] deviations = JsonNumbers.doubles(drive.get("deviations"));
    for (int c = 0; c < 2; c++) {
      double[] share = numbers(drive, c, "share");
      double[] rms = numbers(drive, c, "rms");
      double[] absolute = numbers(drive, c, "meanAbsolute");
      double[] mean = numbers(drive, c, "meanGradient");
      assertThat(Arrays.stream(share).sum()).isEqualTo(1, within(1e-14));
      assertThat(share[1] + share[3]).isGreaterThan(0.99);
      double sum = 0;
      for (int f = 0; f < 5; f++) {
        assertThat(Math.abs(mean[f])).isLessThanOrEqualTo(absolute[f]);
        assertThat(absolute[f]).isLessThanOrEqualTo(rms[f] * (1 + 1e-12));
        sum += rms[f] * rms[f] * deviations[f] * deviations[f];
      }
      for (int f = 0; f < 5; f++) {
        double expected = rms[f] * rms[f] * deviations[f] * deviations[f] / sum;
        assertThat(share[f]).isEqualTo(expected, within(1e-12));
      }
    }
  }

  @Test
  void rowsOfDataAreMatchedByName() {
    double[] expected = numbers(drive("ring.safetensors"), 0, "rms");
    Map<?, ?> given = drive("ring.safetensors", "--data", at("shuffled.csv"));
    assertThat(given.get("names"))
        .isEqualTo(List.of("noise_a", "left", "noise_b", "right", "noise_c"));
    assertThat(given.get("rowsAre")).isEqualTo("rows of " + at("shuffled.csv"));
    double[] found = numbers(given, 0, "rms");
    for (int f = 0; f < 5; f++) {
      assertThat(found[f]).isEqualTo(expected[f], within(1e-12 * expected[f]));
    }
  }

  @Test
  void weightsCount() {
    Map<?, ?> set = drive("set.safetensors");
    assertThat(set.get("weighted")).as("the rows each center stands for").isEqualTo(true);
    assertThat(inspect("set.safetensors")).contains("points of the model, by their weights");
    Map<?, ?> weighted = drive("ring.safetensors", "--data", at("ring.csv"), "--weights", "weight");
    assertThat(weighted.get("weighted")).isEqualTo(true);
    assertThat(numbers(weighted, 0, "rms"))
        .isNotEqualTo(numbers(drive("ring.safetensors"), 0, "rms"));
    assertThat(numbers(set, 0, "share")[1] + numbers(set, 0, "share")[3]).isGreaterThan(0.99);
  }

  @Test
  void manyRowsAreThinned() {
    Map<?, ?> drive = drive("ring.safetensors", "--sample", 100);
    assertThat(drive.get("rows")).isEqualTo(100L);
    assertThat(drive.get("rowsAvailable")).isEqualTo(300L);
    assertThat(inspect("ring.safetensors", "--sample", 100)).contains("over 100 of the 300 points");
    // Every third row has the same weight, so weights change nothing.
    Map<?, ?> weighted =
        drive("ring.safetensors", "--data", at("ring.csv"), "--weights", "weight", "--sample", 100);
    double[] expected = numbers(drive, 0, "rms");
    double[] found = numbers(weighted, 0, "rms");
    for (int f = 0; f < 5; f++) {
      assertThat(found[f]).isEqualTo(expected[f], within(1e-12 * expected[f]));
    }
  }

  @Test
  void threadsChangeNoBit() {
    assertThat(inspect("ring.safetensors", "--json", "--threads", 1))
        .isEqualTo(inspect("ring.safetensors", "--json", "--threads", 2));
  }

  @Test
  void randomFeaturesNeedRows() {
    Map<?, ?> drive = drive("waves.safetensors", "--data", at("ring.csv"));
    double[] share = numbers(drive, 0, "share");
    assertThat(share[1] + share[3]).isGreaterThan(0.9);
    refused("holds no rows to average over", "--data DATA", at("waves.safetensors"), "--features");
  }

  @Test
  void aSheetOfSquareImages() throws IOException {
    Path model = at("digits.safetensors");
    Program fit =
        Program.run(
            "fit", "builtin:digits", "--landmarks", 50, "--rank", 3, "--quiet", "-o", model);
    assertThat(fit.exit()).as(fit.err()).isZero();
    Program run =
        Program.run(
            "inspect", model, "--features", "--sample", 40, "--sheet", at("s.png"), "--quiet");
    assertThat(run.exit()).as(run.err()).isZero();
    BufferedImage sheet = ImageIO.read(at("s.png").toFile());
    // Three images of 8 x 8 pixels, each pixel a square of 6.
    assertThat(sheet.getWidth()).isGreaterThanOrEqualTo(3 * 48);
    assertThat(sheet.getHeight()).isGreaterThanOrEqualTo(2 * 48);
  }

  @Test
  void unnamedFeaturesAreNumbered() throws IOException {
    write("bare.csv", "1,2\n2,1\n3,5\n4,1\n");
    Program fit =
        Program.run("fit", at("bare.csv"), "--rank", 1, "--quiet", "-o", at("bare.safetensors"));
    assertThat(fit.exit()).as(fit.err()).isZero();
    Program run = Program.run("inspect", at("bare.safetensors"), "--features");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern("pc1 .*% +\\w+ +(rises|falls|both)");
  }

  @Test
  void whatIsWrongIsSaidInOneLine() {
    Path ring = at("ring.safetensors");
    refused("a precomputed kernel has no points", "gaussian", at("gram.safetensors"), "--features");
    refused("'noise_a'", "two.csv", ring, "--features", "--data", at("two.csv"));
    refused("no file", "none.csv", ring, "--features", "--data", at("none.csv"));
    refused("'right'", "NaN", ring, "--features", "--data", at("nan.csv"));
    refused("5 features", "no square", ring, "--features", "--sheet", at("s5.png"));
    refused("unknown ending", ".png", ring, "--features", "--sheet", at("s5.gif"));
    refused("does not exist", "--sheet", ring, "--features", "--sheet", at("none/s.png"));
    refused("--sample 0", "at least 1", ring, "--features", "--sample", 0);
    refused("--top -1", "at least 1", ring, "--features", "--top", -1);
    refused("--top", "--features", ring, "--top", 3);
    refused("--data", "--features", ring, "--data", at("ring.csv"));
    refused("--label", "--data DATA", ring, "--features", "--label", "left");
    refused("--rows", "--data DATA", ring, "--rows", "0:3");
    refused("--sample many", "not a whole number", ring, "--features", "--sample", "many");
    assertThat(at("s5.png")).doesNotExist();
  }

  private static void refused(String what, String advice, Object... arguments) {
    List<Object> words = new ArrayList<>(List.of("inspect"));
    words.addAll(List.of(arguments));
    words.add("--quiet");
    Program run = Program.run(words.toArray());
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("mercer: ").contains(what, advice);
  }
}
