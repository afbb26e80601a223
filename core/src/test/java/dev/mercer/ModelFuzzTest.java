package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Linear;
import dev.mercer.kernel.Precomputed;
import dev.mercer.method.RandomFeatures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Valid model files with seeded damage: only {@link ModelFormatException} may come out of loading,
 * and what loads can be asked for everything and scores a row.
 *
 * <p>The suite runs 10^4 cases; a million take their own command: {@code mvn -pl core test
 * -Dtest=ModelFuzzTest -Dmercer.fuzz.cases=1000000}. A failure prints the bytes of its file.
 */
class ModelFuzzTest {

  private static final int CASES = Integer.getInteger("mercer.fuzz.cases", 10_000);

  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\\\",
    "\\\"",
    "0",
    "-1",
    "2",
    "1e999",
    "0.5",
    "null",
    "NaN",
    "(",
    ")",
    "*",
    "+",
    "auto",
    "sigma",
    "gaussian(sigma=1)",
    "precomputed",
    "linear",
    "none",
    "feature",
    "standard",
    "minmax",
    "max=0",
    "max=1e-320",
    "\\\\u0000",
    "9223372036854775808",
    "rank",
    "eigenvalues",
    "stages",
    "samples",
    "((((((((((((((((",
    "é"
  };

  @TempDir Path directory;

  @Test
  @Timeout(3600)
  void damagedModelsAreLoadedOrRefused() throws IOException {
    List<byte[]> seeds = seeds();
    SplittableRandom random = new SplittableRandom(20240612);
    Path path = directory.resolve("case");
    int loaded = 0;
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int i = 0; i < CASES; i++) {
        byte[] bytes = damage(seeds.get(random.nextInt(seeds.size())), random);
        // In this order: some file systems force a file to disk that was cut and rewritten.
        channel.write(ByteBuffer.wrap(bytes), 0);
        channel.truncate(bytes.length);
        try {
          use(KernelPcaModel.load(path));
          loaded++;
        } catch (ModelFormatException e) {
          assertThat(e).hasMessageStartingWith(path + ": ");
        } catch (IOException | RuntimeException | Error e) {
          throw new AssertionError("case " + i + ": " + HexFormat.of().formatHex(bytes), e);
        }
      }
    }
    assertThat(loaded).as("some are still valid, most are not").isBetween(CASES / 100, CASES / 2);
  }

  /** Everything a loaded model can be asked. */
  private static void use(KernelPcaModel model) {
    FitReport report = model.report();
    report.notes();
    report.rankReason();
    report.totalVariance();
    assertThat(report.toJson()).isNotEmpty();
    assertThat(report.samples() + report.rank() + report.rankRequested() + report.seconds())
        .isNotNaN();
    int columns = model.columns();
    try {
      assertThat(model.transform(Definition.rows(new double[1][columns])).columns())
          .isEqualTo(model.rank());
    } catch (NumericalException e) {
      assertThat(e).hasMessageStartingWith("the score of row 0");
    }
    assertThat(model.toString()).isNotEmpty();
  }

  /** Finite numbers near the largest of all: what follows from them is finite, or refused. */
  @Test
  void modelsOfExtremeNumbersGiveFiniteResultsOrSayWhyNot() throws IOException {
    Rows rows = Definition.rows(Definition.points(12, 3, 4));
    Path path = directory.resolve("extreme");
    try (Workers workers = Workers.of(1)) {
      for (String kernel : List.of("gaussian(sigma=2)", "linear", "polynomial(degree=3)")) {
        KernelPca.with(Definition.kernel(kernel)).rank(2).fit(rows).save(path);
        byte[] bytes = Files.readAllBytes(path);
        int length = (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
        Map<String, Object> header =
            Json.parseObject(new String(bytes, 8, length, StandardCharsets.UTF_8));
        for (String tensor : List.of("coefficients", "offset", "points", "eigenvalues", "mean")) {
          List<?> offsets = (List<?>) ((Map<?, ?>) header.get(tensor)).get("data_offsets");
          int at = 8 + length + ((Number) offsets.get(0)).intValue();
          for (double value : new double[] {1e308, -1e308, 1e160, 1e-320}) {
            ByteBuffer changed = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
            Files.write(path, changed.putDouble(at, value).array());
            KernelPcaModel model = KernelPcaModel.load(path);
            requireFinite(() -> model.transform(rows).values());
            requireFinite(() -> new double[] {new Evaluation(model, workers).error(rows, null)});
          }
        }
      }
    }
  }

  private static void requireFinite(Supplier<double[]> numbers) {
    try {
      assertThat(Arrays.stream(numbers.get()).allMatch(Double::isFinite)).isTrue();
    } catch (NumericalException | IllegalArgumentException e) {
      assertThat(e).hasMessageMatching("(?s).*(scale the data|check the model|positive ones).*");
    }
  }

  private List<byte[]> seeds() throws IOException {
    Rows rows = Definition.rows(Definition.points(6, 2, 1));
    List<KernelPcaModel> models =
        List.of(
            KernelPca.with(Gaussian.sigma(1)).rank(2).fit(rows),
            KernelPca.with(Definition.kernel("0.5*matern(nu=1.5,length=2)+tanh(scale=0.1)"))
                .rank(1)
                .scaling("standard")
                .featureNames(List.of("a", "b"))
                .fit(rows),
            KernelPca.with(new Linear()).rank(1).center(false).scaling("max=3").fit(rows),
            KernelPca.with(Gaussian.sigma(1)).rank(1).method(new RandomFeatures(3, true)).fit(rows),
            KernelPca.with(new Precomputed(true))
                .rank(1)
                .fit(
                    Definition.rows(
                        Definition.gram(Gaussian.sigma(1), Definition.points(5, 2, 1)))));
    List<byte[]> seeds = new ArrayList<>();
    Path path = directory.resolve("seed");
    for (KernelPcaModel model : models) {
      model.save(path);
      seeds.add(Files.readAllBytes(path));
    }
    return seeds;
  }

  private static byte[] damage(byte[] seed, SplittableRandom random) {
    byte[] bytes = seed.clone();
    for (int edits = random.nextInt(1, 4); edits > 0; edits--) {
      switch (random.nextInt(8)) {
        case 0 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        case 1 -> bytes = Arrays.copyOf(bytes, Math.max(1, bytes.length - random.nextInt(40)));
        case 2 -> putNumber(bytes, random);
        default -> bytes = damageHeader(bytes, random);
      }
    }
    return bytes;
  }

  /** A whole double of the tensors behind the header becomes NaN, infinite, zero or huge. */
  private static void putNumber(byte[] bytes, SplittableRandom random) {
    int start = 8 + headerLength(bytes);
    int numbers = (bytes.length - start) / 8;
    if (numbers > 0) {
      double[] values = {Double.NaN, Double.NEGATIVE_INFINITY, 0, -1, 1e300, 5e-324};
      ByteBuffer.wrap(bytes)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putDouble(start + 8 * random.nextInt(numbers), values[random.nextInt(values.length)]);
    }
  }

  private static int headerLength(byte[] bytes) {
    if (bytes.length < 8) {
      return 0;
    }
    long claimed = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    return (int) Math.max(0, Math.min(claimed, bytes.length - 8));
  }

  /** Edits the text of the header, metadata and report included, and corrects its length. */
  private static byte[] damageHeader(byte[] bytes, SplittableRandom random) {
    if (bytes.length < 8) {
      return bytes;
    }
    int length = headerLength(bytes);
    StringBuilder header = new StringBuilder(new String(bytes, 8, length, StandardCharsets.UTF_8));
    int at = random.nextInt(header.length() + 1);
    int end = Math.min(header.length(), at + random.nextInt(10));
    switch (random.nextInt(5)) {
      case 0 -> header.insert(at, PIECES[random.nextInt(PIECES.length)]);
      case 1 -> header.delete(at, end);
      case 2 -> header.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
      case 3 -> replaceWord(header, at, random);
      default -> replaceNumber(header, at, random);
    }
    byte[] json = header.toString().getBytes(StandardCharsets.UTF_8);
    byte[] result = new byte[bytes.length - length + json.length];
    System.arraycopy(json, 0, result, 8, json.length);
    System.arraycopy(bytes, 8 + length, result, 8 + json.length, bytes.length - 8 - length);
    ByteBuffer.wrap(result).order(ByteOrder.LITTLE_ENDIAN).putLong(0, json.length);
    return result;
  }

  private static void replaceNumber(StringBuilder header, int from, SplittableRandom random) {
    int start = from;
    while (start < header.length() && !Character.isDigit(header.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < header.length() && Character.isDigit(header.charAt(end))) {
      end++;
    }
    header.replace(start, end, Long.toString(random.nextInt(40)));
  }

  private static void replaceWord(StringBuilder header, int from, SplittableRandom random) {
    int start = from;
    while (start < header.length() && !Character.isLetter(header.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < header.length() && Character.isLetter(header.charAt(end))) {
      end++;
    }
    header.replace(start, end, PIECES[random.nextInt(PIECES.length)]);
  }
}
