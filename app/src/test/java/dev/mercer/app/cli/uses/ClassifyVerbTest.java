package dev.mercer.app.cli.uses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassifyVerbTest {

  @TempDir static Path data;
  @TempDir Path folder;

  /** Three clouds about (0,0), (4,0), (0,4): p, q, r. */
  @BeforeAll
  static void makeFiles() throws IOException {
    makeFiles(data);
  }

  static void makeFiles(Path data) throws IOException {
    write(data, "train.csv", table(60, 1, "a,b,y", true));
    write(data, "test.csv", table(30, 2, "a,b,y", true));
    write(data, "swapped.csv", swapped(table(30, 2, "a,b,y", true)));
    write(data, "bare.csv", table(30, 2, "a,b", false));
    write(data, "one.csv", "a,b,y\n1,2,p\n3,4,p\n5,7,p\n");
    write(data, "uneven.csv", table(30, 1, "a,b,y", true) + "9,9,s\n9,8,s\n8,9,s\n");
    write(data, "gap.csv", "a,b,y\n1,2,p\n3,4,\n5,7,q\n4,4,q\n");
    write(data, "missing.csv", "a,b,y\n0,0,p\n,4,r\n4,0,q\n");
    write(data, "strange.csv", "a,b,y\n0,0,p\n4,0,new\n");
    write(data, "several.csv", several());
  }

  private static void write(Path data, String name, String text) throws IOException {
    Files.writeString(data.resolve(name), text);
  }

  private static String table(int rows, long seed, String header, boolean labels) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(header).append('\n');
    for (int i = 0; i < rows; i++) {
      int k = i % 3;
      text.append(4 * (k % 2) + random.nextGaussian())
          .append(',')
          .append(4 * (k / 2) + random.nextGaussian())
          .append(labels ? "," + "pqr".charAt(k) : "")
          .append('\n');
    }
    return text.toString();
  }

  private static String swapped(String table) {
    StringBuilder text = new StringBuilder();
    for (String line : table.split("\n")) {
      String[] cells = line.split(",");
      text.append(cells[2]).append(',').append(cells[1]).append(',').append(cells[0]).append('\n');
    }
    return text.toString();
  }

  private static String several() {
    StringBuilder text = new StringBuilder();
    for (String line : table(60, 3, "a,b,y", true).split("\n")) {
      boolean both = line.endsWith("q");
      text.append(both ? line + ";r" : line).append('\n');
    }
    return text.toString();
  }

  private static String at(String name) {
    return data.resolve(name).toString();
  }

  private Map<String, Object> classify(Object... arguments) throws IOException {
    List<Object> all = new ArrayList<>(List.of("classify"));
    all.addAll(Arrays.asList(arguments));
    all.addAll(
        List.of(
            "--label",
            "y",
            "--quiet",
            "-o",
            folder.resolve("p.csv"),
            "--report",
            folder.resolve("r.json")));
    Program run = Program.run(all.toArray());
    assertThat(run.exit()).as(run.err()).isZero();
    return Json.parseObject(Files.readString(folder.resolve("r.json")));
  }

  private List<String> predictions() throws IOException {
    return Files.readAllLines(folder.resolve("p.csv"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "subspace",
        "clafic",
        "knn(k=3)",
        "logistic(ridge=0.001)",
        "knn(k=3,on=rows)",
        "logistic(on=rows)"
      })
  void everyClassifierPredictsTheTest(String classifier) throws IOException {
    List<Object> rank =
        classifier.contains("rows")
            ? List.of()
            : List.of("--rank", classifier.equals("clafic") ? 1 : 2);
    List<Object> arguments =
        new ArrayList<>(List.of(at("train.csv"), at("test.csv"), "--classifier", classifier));
    arguments.addAll(rank);
    Map<String, Object> report = classify(arguments.toArray());
    assertThat(report)
        .containsEntry("classifier", classifier)
        .containsEntry("samples", 60L)
        .containsEntry("tested", 30L);
    // Clouds four deviations apart; one axis through each mean leaves clafic less.
    double accuracy = (double) report.get("accuracy");
    assertThat(accuracy).isGreaterThan(classifier.equals("clafic") ? 0.6 : 0.9);
    assertThat((double) report.get("errorRate")).isCloseTo(1 - accuracy, within(1e-15));
    assertThat((double) report.get("standardError"))
        .isCloseTo(Math.sqrt(accuracy * (1 - accuracy) / 30), within(1e-12));
    List<String> lines = predictions();
    assertThat(lines).hasSize(31).startsWith("row,label,predicted");
    long right = lines.stream().skip(1).filter(line -> matches(line)).count();
    assertThat(accuracy).isEqualTo(right / 30.0);
    assertThat(((Map<?, ?>) report.get("confusion")).get("labels"))
        .isEqualTo(List.of("p", "q", "r"));
    assertThat(diagonal(report)).isEqualTo(right);
  }

  private static boolean matches(String line) {
    String[] cells = line.split(",");
    return cells[cells.length - 2].equals(cells[cells.length - 1]);
  }

  private static long diagonal(Map<String, Object> report) {
    List<?> counts = (List<?>) ((Map<?, ?>) report.get("confusion")).get("counts");
    long sum = 0;
    for (int k = 0; k < counts.size(); k++) {
      sum += (Long) ((List<?>) counts.get(k)).get(k);
    }
    return sum;
  }

  @Test
  void columnsAreMatchedByName() throws IOException {
    classify(at("train.csv"), at("test.csv"), "--rank", 2);
    List<String> expected = predictions();
    classify(at("train.csv"), at("swapped.csv"), "--rank", 2);
    assertThat(predictions()).isEqualTo(expected);
  }

  @Test
  void aTestWithoutLabelsIsPredictedOnly() throws IOException {
    Map<String, Object> report = classify(at("train.csv"), at("bare.csv"), "--rank", 2);
    assertThat(report).containsEntry("accuracy", null).containsEntry("confusion", null);
    assertThat(report.get("notes").toString()).contains("no labels");
    List<String> bare = predictions();
    assertThat(bare).startsWith("row,predicted").hasSize(31);
    classify(at("train.csv"), at("test.csv"), "--rank", 2);
    assertThat(predictions().stream().map(line -> line.replaceAll(",.*,", ",")).skip(1))
        .isEqualTo(bare.stream().skip(1).toList());
  }

  @Test
  void labelsNeverSeenAreErrors() throws IOException {
    Map<String, Object> report = classify(at("train.csv"), at("strange.csv"), "--rank", 2);
    assertThat(report).containsEntry("accuracy", 0.5);
    assertThat(report.get("unknownLabels")).isEqualTo(List.of("new"));
    assertThat(report.get("notes").toString()).contains("new");
  }

  @Test
  void rowsWithMissingValuesStayInPlace() throws IOException {
    Map<String, Object> report =
        classify(at("train.csv"), at("missing.csv"), "--rank", 2, "--missing", "drop");
    assertThat(predictions()).containsExactly("row,label,predicted", "0,p,p", "1,r,", "2,q,q");
    assertThat(report).containsEntry("tested", 3L).containsEntry("accuracy", 1.0);
  }

  @Test
  void theValueOfEveryClass() throws IOException {
    classify(at("train.csv"), at("test.csv"), "--rank", 2, "--all");
    assertThat(predictions().get(0))
        .isEqualTo("row,label,predicted,distance_p,distance_q,distance_r");
    for (String line : predictions().subList(1, 31)) {
      String[] cells = line.split(",");
      double[] distances = Arrays.stream(cells).skip(3).mapToDouble(Double::parseDouble).toArray();
      double nearest = Arrays.stream(distances).min().orElseThrow();
      assertThat(distances["pqr".indexOf(cells[2])]).isEqualTo(nearest);
    }
    classify(at("train.csv"), at("test.csv"), "--classifier", "logistic", "--rank", 2, "--all");
    assertThat(predictions().get(0)).endsWith("probability_p,probability_q,probability_r");
  }

  @Test
  void theGridIsSearchedOnTrainAlone() throws IOException {
    Object[] grid = {"--grid", "sigma=0.5,3,rank=1,2,4", "--folds", 4, "--seed", 7};
    Map<String, Object> report = classify(with(grid, at("train.csv"), at("test.csv")));
    Map<?, ?> search = (Map<?, ?>) report.get("grid");
    assertThat((List<?>) search.get("trials")).hasSize(6);
    assertThat((List<?>) search.get("foldOfRow")).hasSize(60);
    assertThat(search.get("seed")).isEqualTo(7L);
    Map<?, ?> best =
        (Map<?, ?>) ((List<?>) search.get("trials")).get(((Long) search.get("best")).intValue());
    assertThat((List<?>) best.get("accuracies")).hasSize(4);
    Map<?, ?> chosen = (Map<?, ?>) report.get("parameters");
    assertThat(chosen.get("rank")).isEqualTo(best.get("rank")).isEqualTo(report.get("rank"));
    assertThat((String) report.get("kernel"))
        .isEqualTo("gaussian(sigma=" + chosen.get("sigma") + ")");
    // Another TEST, wrong labels even: the same choice.
    Map<String, Object> other = classify(with(grid, at("train.csv"), at("strange.csv")));
    assertThat(other.get("grid")).isEqualTo(report.get("grid"));
    // The choice given by hand predicts the same.
    classify(with(grid, at("train.csv"), at("test.csv")));
    List<String> expected = predictions();
    classify(
        at("train.csv"),
        at("test.csv"),
        "--kernel",
        report.get("kernel"),
        "--rank",
        chosen.get("rank"),
        "--seed",
        7);
    assertThat(predictions()).isEqualTo(expected);
  }

  private static Object[] with(Object[] more, Object... first) {
    List<Object> all = new ArrayList<>(Arrays.asList(first));
    all.addAll(Arrays.asList(more));
    return all.toArray();
  }

  @Test
  void withoutATestFoldsJudgeEveryRow() throws IOException {
    Map<String, Object> report = classify(at("train.csv"), "--rank", 2, "--folds", 3);
    assertThat((List<?>) report.get("accuracies")).hasSize(3);
    assertThat((double) report.get("standardDeviation")).isBetween(0.0, 0.2);
    assertThat(report).containsEntry("standardError", null);
    assertThat(predictions()).hasSize(61).startsWith("row,label,predicted");
    for (int row = 0; row < 60; row++) {
      assertThat(predictions().get(row + 1)).startsWith(row + "," + "pqr".charAt(row % 3) + ",");
    }
    assertThat((List<?>) ((Map<?, ?>) report.get("splits")).get("foldOfRow")).hasSize(60);
    assertThat(diagonal(report) / 60.0)
        .isCloseTo((double) report.get("accuracy"), within(1e-12)); // folds of equal size
  }

  @Test
  void repeatedDivisionsSearchEachForItself() throws IOException {
    Map<String, Object> report =
        classify(
            at("train.csv"),
            "--test-share",
            0.3,
            "--repeats",
            2,
            "--grid",
            "rank=1,2",
            "--folds",
            3,
            "--kernel",
            "gaussian(sigma=2)");
    Map<?, ?> splits = (Map<?, ?>) report.get("splits");
    assertThat(splits.get("seeds")).isEqualTo(List.of(0L, 1L));
    assertThat((List<?>) splits.get("testRows")).hasSize(2);
    for (Object part : (List<?>) splits.get("parts")) {
      Map<?, ?> grid = (Map<?, ?>) ((Map<?, ?>) part).get("grid");
      assertThat((List<?>) grid.get("foldOfRow")).hasSize(42); // without the rows held back
    }
    assertThat(predictions()).hasSize(1 + 2 * 18).startsWith("repeat,row,label,predicted");
    Map<String, Object> one = classify(at("train.csv"), "--test-share", 0.3, "--rank", 2);
    assertThat(one.get("standardError")).isNotNull();
    assertThat(one).containsEntry("standardDeviation", null);
    assertThat(predictions()).hasSize(19).startsWith("row,label,predicted");
  }

  @Test
  void landmarksOfEachClass() throws IOException {
    Map<String, Object> report =
        classify(
            at("train.csv"),
            at("test.csv"),
            "--method",
            "subset",
            "--selector",
            "kmeans",
            "--landmarks-share",
            0.25,
            "--rank",
            8);
    assertThat(report)
        .containsEntry("method", "subset")
        .containsEntry("selector", "kmeans")
        .containsEntry("landmarksShare", 0.25)
        .containsEntry("rank", 8L);
    assertThat(report.get("landmarks")).isEqualTo(List.of(5L, 5L, 5L));
    assertThat(report.get("ranks")).isEqualTo(List.of(5L, 5L, 5L));
    assertThat(report.get("notes").toString()).contains("exceeds the landmarks");
    Map<String, Object> counted =
        classify(
            at("train.csv"),
            at("test.csv"),
            "--method",
            "reduced",
            "--rank",
            3,
            "--grid",
            "landmarks=6,9");
    assertThat(((Map<?, ?>) counted.get("parameters")).get("landmarks")).isIn(6L, 9L);
  }

  @Test
  void severalLabelsARow() throws IOException {
    Map<String, Object> report =
        classify(at("several.csv"), at("test.csv"), "--label-separator", ";", "--rank", 2);
    assertThat(report.get("classes")).isEqualTo(List.of("p", "q", "r"));
    assertThat(report.get("classSizes")).isEqualTo(List.of(20L, 20L, 40L));
    Map<String, Object> asOne = classify(at("several.csv"), at("test.csv"), "--rank", 2);
    assertThat(asOne.get("classes")).isEqualTo(List.of("p", "q;r", "r"));
  }

  @Test
  void scalingIsLearnedFromTrain() throws IOException {
    classify(at("train.csv"), at("test.csv"), "--rank", 2, "--scale", "standard");
    List<String> whole = predictions();
    classify(
        at("train.csv"), at("test.csv"), "--rank", 2, "--scale", "standard", "--test-rows", "5:6");
    assertThat(predictions().get(1).replaceFirst("\\d+", ""))
        .isEqualTo(whole.get(6).replaceFirst("\\d+", ""));
  }

  /** Images with their labels in files of their own, for TRAIN and for TEST. */
  @Test
  void labelsInFilesOfTheirOwn() throws IOException {
    idx("a-images-idx3-ubyte", "a-labels-idx1-ubyte", 24, 4);
    idx("b-images-idx3-ubyte", "b-labels-idx1-ubyte", 9, 5);
    Program run =
        Program.run(
            "classify",
            folder.resolve("a-images-idx3-ubyte"),
            folder.resolve("b-images-idx3-ubyte"),
            "--labels",
            folder.resolve("a-labels-idx1-ubyte"),
            "--test-labels",
            folder.resolve("b-labels-idx1-ubyte"),
            "--rank",
            2,
            "--quiet");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("24 x 4, 3 classes", "accuracy 1.0000 of 9 rows");
  }

  /** Of 2 x 2 pixels, the one of its class bright. */
  private void idx(String images, String labels, int count, long seed) throws IOException {
    Random random = new Random(seed);
    ByteBuffer pixels = ByteBuffer.allocate(16 + 4 * count);
    pixels.putInt(0x0803).putInt(count).putInt(2).putInt(2);
    ByteBuffer classes = ByteBuffer.allocate(8 + count);
    classes.putInt(0x0801).putInt(count);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < 4; j++) {
        pixels.put((byte) (random.nextInt(40) + (j == i % 3 ? 200 : 0)));
      }
      classes.put((byte) (i % 3));
    }
    Files.write(folder.resolve(images), pixels.array());
    Files.write(folder.resolve(labels), classes.array());
  }

  @Test
  void builtinDigitsWithAPicture() throws IOException {
    Path plot = folder.resolve("c.svg");
    Program run =
        Program.run(
            "classify",
            "builtin:digits",
            "--test-share",
            0.33,
            "--rank",
            15,
            "--plot",
            plot,
            "--rows",
            "0:600");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("fit:", "predict:");
    assertThat(run.out())
        .contains("accuracy 0.9", "standard error", "true \\ predicted", "10 classes");
    assertThat(Files.readString(plot)).startsWith("<svg").contains("predicted class", "right of");
  }

  @Test
  void outputsAreCheckedBeforeDataAreRead() {
    Program run =
        Program.run("classify", at("nothing.csv"), "--label", "y", "-o", folder.resolve("p.txt"));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.reason()).contains("allowed are .csv");
    Program same =
        Program.run(
            "classify",
            at("nothing.csv"),
            "-o",
            folder.resolve("p.csv"),
            "--report",
            folder.resolve("p.csv"));
    assertThat(same.reason()).contains("two outputs");
  }

  @Test
  void threadsChangeNothing() throws IOException {
    classify(at("train.csv"), at("test.csv"), "--rank", 2, "--all", "--threads", 1);
    List<String> one = predictions();
    classify(at("train.csv"), at("test.csv"), "--rank", 2, "--all", "--threads", 3);
    assertThat(predictions()).isEqualTo(one);
  }
}
