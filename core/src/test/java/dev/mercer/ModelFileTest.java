package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.FileRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.rows.RowSpool;
import dev.mercer.internal.store.SafeTensors;
import dev.mercer.internal.store.SafeTensorsWriter;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Precomputed;
import dev.mercer.method.RandomFeatures;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models written and read back, files of the past, and files that are no models. */
class ModelFileTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("model.safetensors");
  }

  static List<String> kernels() {
    return Definition.KERNELS;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everythingComesBackToTheBit(String spec) throws IOException {
    Rows rows = Definition.rows(Definition.points(40, 4, 61));
    double[] weights = new double[40];
    Arrays.setAll(weights, i -> 0.5 + i % 2);
    KernelPca pca = KernelPca.with(Definition.kernel(spec)).rank(3);
    assertComesBack(pca.fit(rows), rows);
    assertComesBack(
        pca.center(false)
            .scaling("standard")
            .featureNames(List.of("a", "é \"x\"", "", "d\n"))
            .fit(rows, weights),
        rows);
  }

  @Test
  void aPrecomputedModelHasNoPoints() throws IOException {
    double[][] gram = Definition.gram(Gaussian.sigma(1), Definition.points(20, 3, 1));
    Rows rows = Definition.rows(gram);
    for (boolean psd : new boolean[] {false, true}) {
      KernelPcaModel model = KernelPca.with(new Precomputed(psd)).rank(2).fit(rows);
      KernelPcaModel read = assertComesBack(model, rows);
      assertThat(read.points()).isNull();
      assertThat(read.columns()).isEqualTo(20);
    }
  }

  @Test
  void randomFeaturesComeBack() throws IOException {
    Rows rows = Definition.rows(Definition.points(30, 3, 1));
    KernelPca pca =
        KernelPca.with(KernelSpec.kernel("2*gaussian(sigma=1)*laplacian(sigma=3)")).rank(2);
    for (boolean orthogonal : new boolean[] {false, true}) {
      KernelPcaModel model =
          pca.center(orthogonal)
              .scaling("standard")
              .method(new RandomFeatures(7, orthogonal))
              .fit(rows);
      KernelPcaModel read = assertComesBack(model, rows);
      assertThat(read.points()).isNull();
      assertThat(read.columns()).isEqualTo(3);
      assertThat(read.frequencies().values()).isEqualTo(model.frequencies().values());
      assertThat(read.phases()).isEqualTo(model.phases());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"frequencies", "phases"})
  void badRandomFeaturesAreRefused(String name) throws IOException {
    KernelPca spoiled =
        KernelPca.with(Gaussian.sigma(1)).rank(2).method(new RandomFeatures(5, false));
    refused(spoiled, "", parts -> parts.tensors.remove(name));
    for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
      refused(spoiled, bad + " in '" + name + "'", parts -> parts.tensors.get(name)[4] = bad);
    }
    for (long[] shape : new long[][] {{4}, {6}, {1, 1, 1}, {0}, {0, 3}, {5, 0}, {4, 3}, {}}) {
      refused(spoiled, "", parts -> parts.shape(name, shape));
    }
    refused(spoiled, "shift-invariant", parts -> parts.metadata.put("kernel", "linear"));
    refused(spoiled, "shift-invariant", parts -> parts.metadata.put("kernel", "precomputed"));
  }

  @Test
  void anAutoWidthIsWrittenAsItsNumber() throws IOException {
    Rows rows = Definition.rows(Definition.points(20, 3, 1));
    KernelPcaModel model =
        KernelPca.with(KernelSpec.parse("0.5*matern(nu=1.5,length=auto)+linear")).rank(2).fit(rows);
    assertThat(assertComesBack(model, rows).kernel()).isEqualTo(model.kernel());
  }

  /** Points behind a mapping, a scaling or in float are written as the kernel saw them. */
  @Test
  void pointsOfAnyKindAreWritten() throws IOException {
    int n = 700;
    double[][] points = Definition.points(n, 3, 1);
    double[] flat = Arrays.stream(points).flatMapToDouble(Arrays::stream).toArray();
    float[] floats = new float[flat.length];
    for (int k = 0; k < flat.length; k++) {
      floats[k] = (float) flat[k];
    }
    KernelPca pca = KernelPca.with(Gaussian.sigma(1)).rank(2);
    assertComesBack(pca.fit(DenseRows.wrap(n, 3, floats)), DenseRows.wrap(n, 3, floats));
    try (RowSpool spool = RowSpool.create(directory, 3, Precision.DOUBLE)) {
      spool.append(flat, 0, n);
      try (FileRows mapped = spool.map()) {
        assertComesBack(pca.fit(mapped), mapped);
      }
    }
  }

  private KernelPcaModel assertComesBack(KernelPcaModel model, Rows rows) throws IOException {
    model.save(file);
    KernelPcaModel read = KernelPcaModel.load(file);
    assertThat(read.kernel()).isEqualTo(model.kernel());
    assertThat(read.eigenvalues()).isEqualTo(model.eigenvalues());
    assertThat(read.coefficients().values()).isEqualTo(model.coefficients().values());
    assertThat(read.coefficients().columns()).isEqualTo(model.rank());
    assertThat(read.offset()).isEqualTo(model.offset());
    assertThat(read.mean()).isEqualTo(model.mean());
    assertThat(read.centered()).isEqualTo(model.centered());
    assertThat(read.meanSquaredNorm()).isEqualTo(model.meanSquaredNorm());
    assertThat(read.scaling()).isEqualTo(model.scaling());
    assertThat(read.featureNames()).isEqualTo(model.featureNames());
    assertThat(read.report().toJson()).isEqualTo(model.report().toJson());
    assertThat(read.report().rank()).isEqualTo(model.report().rank());
    if (model.points() != null) {
      assertThat(values(read.points())).isEqualTo(values(model.points()));
    }
    assertThat(read.transform(rows).values()).isEqualTo(model.transform(rows).values());
    return read;
  }

  private static double[] values(Rows rows) {
    double[] result = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), result, 0);
    return result;
  }

  @Test
  void aFunctionOfTheUserIsRefusedAndTheOldFileStays() throws IOException {
    Rows rows = Definition.rows(Definition.points(10, 3, 1));
    KernelPca.with(Gaussian.sigma(1)).rank(1).fit(rows).save(file);
    byte[] before = Files.readAllBytes(file);
    Kernel own = Kernel.of("mine", true, (x, y) -> x[0] * y[0]);
    KernelPcaModel model = KernelPca.with(own).rank(1).fit(rows);
    assertThatThrownBy(() -> model.save(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mine")
        .hasMessageContaining("function of your program");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  /** A file written by version 0.1.0, format 1: it must load for ever and score the same. */
  @Test
  void aFileOfTheFirstFormatLoads() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("frozen/format-1.safetensors")) {
      Files.copy(in, file);
    }
    KernelPcaModel model = KernelPcaModel.load(file);
    assertThat(model.kernel()).isEqualTo(Gaussian.sigma(1.5));
    assertThat(model.points().count()).isEqualTo(12);
    assertThat(model.featureNames()).containsExactly("a", "b", "c");
    assertThat(model.scaling().kind()).isEqualTo("standard");
    assertThat(model.report().samples()).isEqualTo(12);
    assertThat(model.report().version()).isEqualTo("0.1.0");
    assertThat(model.eigenvalues())
        .containsExactly(new double[] {1.899263796260761, 1.5757935670726724}, within(1e-15));
    Rows rows = DenseRows.of(new double[][] {{0, 0, 0}, {1, -2, 0.5}});
    assertThat(model.transform(rows).values())
        .containsExactly(
            new double[] {
              0.21823446666640445, -0.2430557359992831, 0.3095160723240288, -0.09032931170611302
            },
            within(1e-13));
  }

  @Test
  void whatIsNoFileIsAnIoException() {
    assertThatThrownBy(() -> KernelPcaModel.load(directory.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> KernelPcaModel.load(directory)).isInstanceOf(IOException.class);
  }

  /** A valid model as its parts, to be spoiled one at a time. */
  private static final class Parts {
    final Map<String, String> metadata = new LinkedHashMap<>();
    final Map<String, double[]> tensors = new LinkedHashMap<>();
    final Map<String, long[]> shapes = new LinkedHashMap<>();

    Parts(Path file) throws IOException {
      try (SafeTensors open = SafeTensors.open(file)) {
        metadata.putAll(open.metadata());
        for (var tensor : open.tensors()) {
          tensors.put(tensor.name(), open.readDoubles(tensor.name()));
          shapes.put(tensor.name(), tensor.shape().stream().mapToLong(Long::longValue).toArray());
        }
      }
    }

    void shape(String name, long... shape) {
      long length = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
      tensors.put(name, Arrays.copyOf(tensors.get(name), (int) length));
      shapes.put(name, shape);
    }

    void write(Path file) throws IOException {
      SafeTensorsWriter writer = new SafeTensorsWriter();
      metadata.forEach(writer::metadata);
      tensors.forEach((name, values) -> writer.add(name, values, shapes.get(name)));
      writer.write(file);
    }
  }

  private interface Spoiling {
    void apply(Parts parts);
  }

  private void refused(String message, Spoiling spoiling) throws IOException {
    refused(KernelPca.with(Gaussian.sigma(1)).rank(2), message, spoiling);
  }

  private void refused(KernelPca settings, String message, Spoiling spoiling) throws IOException {
    settings
        .scaling("standard")
        .featureNames(List.of("a", "b", "c"))
        .fit(Definition.rows(Definition.points(10, 3, 1)))
        .save(file);
    Parts parts = new Parts(file);
    spoiling.apply(parts);
    parts.write(file);
    assertThatThrownBy(() -> KernelPcaModel.load(file))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "points",
        "coefficients",
        "offset",
        "eigenvalues",
        "mean",
        "meanSquaredNorm",
        "scalingShift",
        "scalingFactor"
      })
  void everyTensorIsNeededOfItsShapeAndFinite(String name) throws IOException {
    refused("'" + name + "'", parts -> parts.tensors.remove(name));
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      refused(
          bad + " in '" + name + "'",
          parts -> parts.tensors.get(name)[parts.tensors.get(name).length - 1] = bad);
    }
    refused("", parts -> parts.shape(name, 7));
    refused("", parts -> parts.shape(name, 1, 1, 1));
    refused("", parts -> parts.shape(name, 0));
    refused("", parts -> parts.shape(name, 0, 3));
    refused("", parts -> parts.shape(name, 3, 0));
    refused("", parts -> parts.shape(name, 9, 4));
    refused("", parts -> parts.shape(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kernel", "center", "report"})
  void everyTextIsNeeded(String key) throws IOException {
    refused("'" + key + "'", parts -> parts.metadata.remove(key));
    refused("", parts -> parts.metadata.put(key, ""));
    refused("", parts -> parts.metadata.put(key, "nonsense("));
    refused("", parts -> parts.metadata.put(key, "(".repeat(100_000)));
    refused("", parts -> parts.metadata.put(key, "[".repeat(100_000)));
  }

  @Test
  void textsThatDoNotFitAreRefused() throws IOException {
    refused("not a model of mercer", parts -> parts.metadata.remove("mercer.format"));
    refused("has the format '2'", parts -> parts.metadata.put("mercer.format", "2"));
    refused("names no kernel", parts -> parts.metadata.put("kernel", "gausian(sigma=1)"));
    refused("names no kernel", parts -> parts.metadata.put("kernel", "gaussian(sigma=auto)"));
    refused("names no kernel", parts -> parts.metadata.put("kernel", "gaussian(sigma=-1)"));
    refused("feature and none", parts -> parts.metadata.put("center", "median"));
    refused("no report", parts -> parts.metadata.put("report", "[1]"));
    refused("no report", parts -> parts.metadata.put("report", "{}"));
    refused("no report", parts -> parts.metadata.put("report", "{\"samples\":\"many\"}"));
    refused("2 feature names", parts -> parts.metadata.put("featureNames", "[\"a\",\"b\"]"));
    refused("feature names", parts -> parts.metadata.put("featureNames", "[1,2,3]"));
    refused("feature names", parts -> parts.metadata.put("featureNames", "{}"));
    refused("bad feature names", parts -> parts.metadata.put("featureNames", "["));
    refused("bad scaling", parts -> parts.metadata.put("scaling", "huge"));
    refused("bad scaling", parts -> parts.tensors.get("scalingFactor")[1] = 0);
    refused("bad scaling", parts -> parts.tensors.get("scalingFactor")[1] = -1);
  }

  /** A precomputed kernel has no points, a kernel with points must have them. */
  @Test
  void pointsFollowFromTheKernel() throws IOException {
    refused("feature names", parts -> parts.metadata.put("kernel", "precomputed"));
  }

  /** 2.2 GB of nothing: a matrix beyond an array is refused before it is allocated. */
  @Test
  void matricesBeyondAnArrayAreRefused() throws IOException {
    KernelPca.with(Gaussian.sigma(1))
        .rank(2)
        .fit(Definition.rows(Definition.points(10, 3, 1)))
        .save(file);
    Parts parts = new Parts(file);
    long rows = 2;
    long columns = 1_100_000_000L;
    Map<String, Object> header = new LinkedHashMap<>();
    header.put("__metadata__", parts.metadata);
    header.put(
        "coefficients",
        Json.object(
            "dtype",
            "U8",
            "shape",
            List.of(rows, columns),
            "data_offsets",
            List.of(0L, rows * columns)));
    byte[] json = Json.compact(header).getBytes(StandardCharsets.UTF_8);
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(0);
      sparse.write(
          ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(json.length).array());
      sparse.write(json);
      sparse.setLength(8 + json.length + rows * columns);
    }
    assertThatThrownBy(() -> KernelPcaModel.load(file))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining("coefficients");
  }
}
