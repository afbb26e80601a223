package dev.mercer.app.cli.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.Program;
import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.use.novelty.Novelty;
import dev.mercer.use.novelty.NoveltyThresholds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Novel rows through the command line. */
class NoveltyVerbTest {

  @TempDir Path folder;

  private Path train;
  private Path data;

  /** Normal rows around the origin; in DATA every fifth one is far out, with the label odd. */
  @BeforeEach
  void write() throws IOException {
    train = folder.resolve("train.csv");
    data = folder.resolve("data.csv");
    Files.writeString(train, table(100, 1, 0));
    Files.writeString(data, table(100, 2, 5));
  }

  private static String table(int rows, long seed, int novelEvery) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("a,b,c,kind\n");
    for (int i = 0; i < rows; i++) {
      boolean novel = novelEvery > 0 && i % novelEvery == 0;
      for (int j = 0; j < 3; j++) {
        text.append(random.nextGaussian() + (novel ? 6 : 0)).append(',');
      }
      text.append(novel ? "odd\n" : "plain\n");
    }
    return text.toString();
  }

  private Path path(String name) {
    return folder.resolve(name);
  }

  private void fit(Object... options) {
    List<Object> all =
        new ArrayList<>(List.of("fit", train, "--label", "kind", "--rank", 3, "--quiet", "-o"));
    all.add(path("m.safetensors"));
    all.addAll(Arrays.asList(options));
    Program run = Program.run(all.toArray());
    assertThat(run.exit()).as(run.err()).isZero();
  }

  private Program novelty(Object... options) {
    List<Object> all = new ArrayList<>(List.of("novelty", data, "-m", path("m.safetensors")));
    all.addAll(List.of("-o", path("o.csv"), "--label", "kind", "--report", path("r.json")));
    all.addAll(Arrays.asList(options));
    return Program.run(all.toArray());
  }

  private Map<String, Object> report(Object... options) throws IOException {
    Program run = novelty(options);
    assertThat(run.exit()).as(run.err()).isZero();
    return Json.parseObject(Files.readString(path("r.json")));
  }

  private double[][] output(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.get(0)).isEqualTo("t2,spe,flag");
    return lines.stream()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  private static double[][] features(Path table) throws IOException {
    return Files.readAllLines(table).stream()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",")).limit(3).mapToDouble(Double::parseDouble))
        .map(values -> values.toArray())
        .toArray(double[][]::new);
  }

  /** Every method, with the bare command: thresholds are those of the training rows. */
  @ParameterizedTest
  @CsvSource({
    "auto,points",
    "exact,points",
    "subset,model",
    "reduced,model",
    "reduced-set,model",
    "nystrom,points",
    "weighted-nystrom,points",
    "improved,model",
    "icd,model",
    "sparse(kind=tipping),model",
    "sparse(kind=l1),model",
    "hebbian,points",
    "random-features,model"
  })
  void everyMethodFindsNovelRows(String method, String from) throws IOException {
    boolean landmarks = !List.of("auto", "exact", "hebbian", "reduced-set").contains(method);
    fit(
        landmarks
            ? new Object[] {"--method", method, "--landmarks", 25}
            : new Object[] {"--method", method});
    Map<String, Object> report = report();
    assertThat(report.get("thresholdsFrom")).isEqualTo(from);
    assertThat(report.get("thresholdRows")).isEqualTo(100L);
    Map<?, ?> auc = (Map<?, ?>) report.get("auc");
    assertThat(auc.get("novel")).isEqualTo(List.of("odd"));
    assertThat(auc.get("novelRows")).isEqualTo(20L);
    assertThat((double) auc.get("spe")).isGreaterThan(0.9);
    Novelty.Measures training = measures(features(train));
    NoveltyThresholds expected = NoveltyThresholds.of(training, null, 0.99);
    Map<?, ?> thresholds = (Map<?, ?>) report.get("thresholds");
    assertThat((double) thresholds.get("t2")).isCloseTo(expected.t2(), within(1e-9));
    assertThat((double) thresholds.get("spe")).isCloseTo(expected.spe(), within(1e-12));
    double[][] output = output(path("o.csv"));
    Novelty.Measures judged = measures(features(data));
    assertThat(output).hasDimensions(100, 3);
    long flagged = 0;
    for (int i = 0; i < 100; i++) {
      assertThat(output[i][0]).isCloseTo(judged.t2()[i], within(1e-9 * (1 + judged.t2()[i])));
      assertThat(output[i][1]).isCloseTo(judged.spe()[i], within(1e-12));
      boolean novel = expected.novel(judged.t2()[i], judged.spe()[i]);
      assertThat(output[i][2]).isEqualTo(novel ? 1 : 0);
      flagged += novel ? 1 : 0;
    }
    assertThat(report.get("flagged")).isEqualTo(flagged);
  }

  private Novelty.Measures measures(double[][] rows) throws IOException {
    KernelPcaModel model = KernelPcaModel.load(path("m.safetensors"));
    try (Workers workers = Workers.of(1)) {
      return Novelty.of(model, rows.length, workers.threads()).measure(DenseRows.of(rows));
    }
  }

  @Test
  void trainingRowsAreFlaggedAsTheQuantileSays() throws IOException {
    fit("--method", "subset", "--landmarks", 40, "--scale", "standard");
    data = train;
    Map<String, Object> report = report("--quantile", 0.9);
    assertThat(report.get("flaggedT2")).isEqualTo(10L);
    assertThat(report.get("flaggedSpe")).isEqualTo(10L);
    assertThat(report.get("auc")).isNull(); // one label only
  }

  @Test
  void givenTrainingRowsComeFirst() throws IOException {
    fit("--method", "subset", "--landmarks", 40);
    Map<String, Object> stored = report();
    Map<String, Object> given = report("--train", train);
    assertThat(given.get("thresholdsFrom")).isEqualTo("train");
    Map<?, ?> first = (Map<?, ?>) stored.get("thresholds");
    Map<?, ?> second = (Map<?, ?>) given.get("thresholds");
    for (String name : List.of("t2", "spe")) {
      assertThat((double) first.get(name)).isCloseTo((double) second.get(name), within(1e-9));
    }
    // --rows is said of DATA; TRAIN is taken whole.
    assertThat(report("--train", train, "--rows", "0:10").get("thresholdRows")).isEqualTo(100L);
  }

  @Test
  void aModelThatKnowsNoTrainingRowsTakesDataAndSaysSo() throws IOException {
    fit("--method", "subset", "--landmarks", 40);
    KernelPcaModel model = KernelPcaModel.load(path("m.safetensors"));
    model.withReport(model.report().withFact("novelty", null)).save(path("m.safetensors"));
    Program run = novelty("--quantile", 0.9);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("quantiles of DATA itself", "--train");
    Map<String, Object> report = Json.parseObject(Files.readString(path("r.json")));
    assertThat(report.get("thresholdsFrom")).isEqualTo("data");
    assertThat(report.get("flaggedSpe")).isEqualTo(10L);
    assertThat(novelty("--quiet").err()).isEmpty();
  }

  @Test
  void weightsCountInTheThresholds() throws IOException {
    StringBuilder text = new StringBuilder("a,b,c,w\n");
    StringBuilder twice = new StringBuilder("a,b,c\n");
    for (double[] row : features(train)) {
      String values = row[0] + "," + row[1] + "," + row[2];
      text.append(values).append(row[0] > 0 ? ",2\n" : ",1\n");
      twice.append((values + "\n").repeat(row[0] > 0 ? 2 : 1));
    }
    Files.writeString(path("w.csv"), text);
    Files.writeString(path("twice.csv"), twice);
    Files.writeString(path("judged.csv"), twice);
    String[] reports = new String[2];
    for (int k = 0; k < 2; k++) {
      Program fitted =
          k == 0
              ? Program.run(
                  "fit",
                  path("w.csv"),
                  "--weights",
                  "w",
                  "--kernel",
                  "gaussian(sigma=2)",
                  "-o",
                  path("m.safetensors"))
              : Program.run(
                  "fit",
                  path("twice.csv"),
                  "--kernel",
                  "gaussian(sigma=2)",
                  "-o",
                  path("m.safetensors"));
      assertThat(fitted.exit()).as(fitted.err()).isZero();
      Program run =
          Program.run(
              "novelty",
              path("judged.csv"),
              "-m",
              path("m.safetensors"),
              "-o",
              path("o.npy"),
              "--quantile",
              "0.9",
              "--report",
              path("r.json"));
      assertThat(run.exit()).as(run.err()).isZero();
      reports[k] = Files.readString(path("r.json"));
    }
    Map<?, ?> weighted = (Map<?, ?>) Json.parseObject(reports[0]).get("thresholds");
    Map<?, ?> plain = (Map<?, ?>) Json.parseObject(reports[1]).get("thresholds");
    for (String name : List.of("t2", "spe")) {
      double value = (double) plain.get(name);
      assertThat((double) weighted.get(name)).isCloseTo(value, within(1e-8 * value));
    }
  }

  @Test
  void precomputedModelsSayThatSpeIsNotKnown() throws IOException {
    double[][] x = features(train);
    double[][] y = features(data);
    Files.writeString(path("gram.csv"), gram(x, x));
    Files.writeString(path("cross.csv"), gram(y, x));
    Program fitted =
        Program.run(
            "fit", path("gram.csv"), "--precomputed", "--rank", 3, "-o", path("m.safetensors"));
    assertThat(fitted.exit()).as(fitted.err()).isZero();
    data = path("cross.csv");
    Program run =
        Program.run(
            "novelty",
            data,
            "-m",
            path("m.safetensors"),
            "-o",
            path("o.csv"),
            "--report",
            path("r.json"));
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("no k(x,x) for new rows");
    Map<String, Object> report = Json.parseObject(Files.readString(path("r.json")));
    assertThat(report.get("flaggedSpe")).isNull();
    assertThat(report.get("thresholdsFrom")).isEqualTo("model");
    double[][] output = output(path("o.csv"));
    assertThat(output[3][1]).isNaN();
    assertThat(output[3][0]).isPositive();
    assertThat(output[3][2]).isIn(0.0, 1.0);
    Program drawn =
        Program.run(
            "novelty",
            data,
            "-m",
            path("m.safetensors"),
            "-o",
            path("o2.csv"),
            "--plot",
            path("p.svg"));
    assertThat(drawn.exit()).isEqualTo(2);
    assertThat(drawn.reason()).contains("precomputed");
    assertThat(path("o2.csv")).doesNotExist();
  }

  private static String gram(double[][] rows, double[][] points) {
    StringBuilder text = new StringBuilder();
    for (double[] row : rows) {
      for (int j = 0; j < points.length; j++) {
        double squared = 0;
        for (int c = 0; c < 3; c++) {
          squared += (row[c] - points[j][c]) * (row[c] - points[j][c]);
        }
        text.append(j == 0 ? "" : ",").append(Math.exp(-squared / 8));
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void incompleteRowsStayInPlace() throws IOException {
    fit();
    List<String> lines = new ArrayList<>(Files.readAllLines(data));
    lines.set(4, "1,,3,plain");
    Files.write(data, lines);
    Map<String, Object> report = report("--missing", "drop");
    assertThat(report.get("incompleteRows")).isEqualTo(1L);
    double[][] output = output(path("o.csv"));
    assertThat(output).hasDimensions(100, 3);
    assertThat(output[3]).containsOnly(Double.NaN);
    assertThat(output[4]).doesNotContain(Double.NaN);
    Program refused = novelty();
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.reason()).contains("'b'");
  }

  @Test
  void threadsChangeNoByte() throws IOException {
    fit("--method", "nystrom", "--landmarks", 30);
    report("--threads", 1);
    byte[] alone = Files.readAllBytes(path("o.csv"));
    report("--threads", 3);
    assertThat(Files.readAllBytes(path("o.csv"))).isEqualTo(alone);
  }

  @Test
  void whichLabelsAreNovelCanBeSaid() throws IOException {
    fit();
    Map<?, ?> odd = (Map<?, ?>) report("--novel", "odd").get("auc");
    Map<?, ?> plain = (Map<?, ?>) report("--novel", "plain").get("auc");
    for (String name : List.of("t2", "spe", "combined")) {
      assertThat((double) odd.get(name)).isCloseTo(1 - (double) plain.get(name), within(1e-12));
    }
    Files.writeString(data, Files.readString(data).replaceFirst("plain", "third"));
    Program run = novelty();
    assertThat(run.err()).contains("3 labels", "--novel");
    assertThat(((Map<?, ?>) report("--novel", "odd,third").get("auc")).get("novelRows"))
        .isEqualTo(21L);
  }

  @Test
  void thePictureShowsBothNumbers() throws IOException {
    fit();
    report("--plot", path("p.svg"));
    assertThat(Files.readString(path("p.svg")))
        .startsWith("<svg")
        .contains("T² / its threshold", "normal", "novel");
    Program refused = novelty("--plot", path("p.png"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.reason()).contains("--plot");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--quantile 1 | above 0 and below 1",
        "--quantile 0 | above 0 and below 1",
        "--quantile -3 | above 0 and below 1",
        "--quantile NaN | above 0 and below 1",
        "--quantile much | --quantile much is not a number",
        "--novel what | no row has this label; there are odd, plain",
        "--novel odd,plain | names every label",
        "--train nowhere.csv | nowhere.csv",
        "--rows 5000: | 100 rows",
        "--classes neither | its labels are",
        "--drop a | a"
      })
  void wrongUseIsRefusedAndNothingWritten(String options, String reason) {
    fit();
    Program run = novelty((Object[]) options.split(" "));
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.reason()).contains(reason);
    assertThat(path("o.csv")).doesNotExist();
    assertThat(path("r.json")).doesNotExist();
  }

  @Test
  void noRowsAreNoAnswer() throws IOException {
    fit();
    Files.writeString(data, "a,b,c,kind\n");
    Program run = novelty();
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.reason()).contains("no rows");
    assertThat(path("o.csv")).doesNotExist();
  }

  @Test
  void novelNeedsLabels() {
    fit();
    Program run =
        Program.run(
            "novelty",
            data,
            "-m",
            path("m.safetensors"),
            "-o",
            path("o.csv"),
            "--novel",
            "odd",
            "--drop",
            "kind");
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.reason()).contains("--novel needs labels");
    assertThat(path("o.csv")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"o.txt", "no/such/folder/o.csv"})
  void outputsAreLookedAtFirst(String name) {
    Program run = Program.run("novelty", "nowhere.csv", "-m", "no.safetensors", "-o", path(name));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.reason()).contains("--output");
  }

  @Test
  void brokenQuantilesOfAModelAreRefused() throws IOException {
    fit("--method", "subset", "--landmarks", 40);
    KernelPcaModel model = KernelPcaModel.load(path("m.safetensors"));
    model.withReport(model.report().withFact("novelty", "high")).save(path("m.safetensors"));
    Program run = novelty();
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.reason()).contains("novelty quantiles");
  }

  @Test
  void modelsOfOtherKindsAreRefused() throws IOException {
    fit();
    KernelPcaModel model = KernelPcaModel.load(path("m.safetensors"));
    model.withReport(model.report().withFact("method", "klda")).save(path("m.safetensors"));
    Program run = novelty();
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.reason()).contains("model of klda");
  }
}
