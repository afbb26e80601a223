import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Polynomial;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.method.Exact;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/**
 * One side of a comparison of two versions of the library: does a piece of work again and again, one
 * turn per line on standard input, and answers each turn with the mean seconds of one repetition.
 *
 * <p>It is run from its source beside each version's classes, so it uses only what all versions have;
 * the names of two selectors changed once, and both are tried.
 */
final class Work {

  private static final double TURN = 0.5; // seconds of work per turn, at least once

  private Work() {}

  public static void main(String[] arguments) throws IOException {
    Supplier<?> work = work(arguments[0], Path.of(arguments[1]));
    Object last = null;
    BufferedReader turns = new BufferedReader(new InputStreamReader(System.in));
    while (turns.readLine() != null) {
      long start = System.nanoTime();
      int repeats = 0;
      do {
        last = work.get();
        repeats++;
      } while (System.nanoTime() - start < TURN * 1e9);
      System.out.println((System.nanoTime() - start) / 1e9 / repeats);
      System.out.flush();
    }
    if (last == null) {
      throw new IllegalStateException("no turn was taken");
    }
  }

  private static Supplier<?> work(String name, Path data) throws IOException {
    Gaussian mnist = Gaussian.gamma(0.02);
    return switch (name) {
      case "digits" -> fit(Gaussian.gamma(0.001), 5, csv(data, "digits"));
      case "pendigits" -> fit(Gaussian.sigma(120), 5, csv(data, "pendigits"));
      case "usps" -> fit(Gaussian.sigma(18), 15, csv(data, "usps-train"));
      case "uniform" -> landmarks("Uniform", 145, 1000, mnist(data, "train", 60_000));
      case "rpcholesky" ->
          landmarks("RandomlyPivotedCholesky", 145, 1000, mnist(data, "train", 60_000));
      case "transform" -> {
        Rows train = mnist(data, "train", 60_000);
        Rows unseen = mnist(data, "t10k", 10_000);
        KernelPcaModel model =
            KernelPca.with(mnist).rank(145).method(subset(Landmarking.count(1000))).fit(train);
        yield () -> model.transform(unseen);
      }
      case "shadow" -> {
        Rows rows = csv(data, "pendigits");
        KernelPca settings =
            KernelPca.with(Gaussian.sigma(160))
                .rank(5)
                .method(subset(Landmarking.by(selector("Shadow", 4))));
        yield () -> settings.fit(rows);
      }
      case "annulus" -> exact(KernelPca.with(Gaussian.sigma(0.4)).rank(10), annulus(200_000));
      case "polynomial" ->
          exact(KernelPca.with(new Polynomial(1, 1, 2)).rank(5), annulus(200_000));
      default -> throw new IllegalArgumentException("no case " + name);
    };
  }

  private static Supplier<?> fit(Gaussian kernel, int rank, Rows rows) {
    return exact(KernelPca.with(kernel).rank(rank), rows);
  }

  private static Supplier<?> exact(KernelPca settings, Rows rows) {
    KernelPca exact = settings.method(Exact.auto());
    return () -> exact.fit(rows);
  }

  private static Supplier<?> landmarks(String selector, int rank, int count, Rows rows) {
    KernelPca settings =
        KernelPca.with(Gaussian.gamma(0.02))
            .rank(rank)
            .method(subset(Landmarking.count(count).with(selector(selector))));
    return () -> settings.fit(rows);
  }

  private static Subset subset(Landmarking landmarks) {
    return new Subset(landmarks, 3, false, false, 0);
  }

  private static LandmarkSelector selector(String name, double... parameters) {
    for (String full : new String[] {name, name + "Selector"}) {
      try {
        Class<?> type = Class.forName("dev.mercer.landmark." + full);
        return (LandmarkSelector)
            (parameters.length == 0
                ? type.getConstructor().newInstance()
                : type.getConstructor(double.class).newInstance(parameters[0]));
      } catch (ClassNotFoundException e) {
        // the other name
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    throw new IllegalArgumentException("no selector " + name);
  }

  private static Rows csv(Path data, String name) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(data.resolve(name + ".csv.gz")))))) {
      int columns = lines.readLine().split(",").length - 1; // the last one is the label
      double[] values = new double[1 << 16];
      int used = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cells = line.split(",");
        if (used + columns > values.length) {
          values = java.util.Arrays.copyOf(values, 2 * values.length);
        }
        for (int j = 0; j < columns; j++) {
          values[used++] = Double.parseDouble(cells[j]);
        }
      }
      return DenseRows.wrap(used / columns, columns, java.util.Arrays.copyOf(values, used));
    }
  }

  private static Rows mnist(Path data, String part, int count) throws IOException {
    Path file = data.resolve("mnist").resolve(part + "-images-idx3-ubyte.gz");
    try (DataInputStream in = new DataInputStream(new GZIPInputStream(Files.newInputStream(file)))) {
      in.skipNBytes(16);
      byte[] pixels = in.readNBytes(count * 784);
      double[] values = new double[pixels.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = (pixels[i] & 0xff) / 255.0;
      }
      return DenseRows.wrap(count, 784, values);
    }
  }

  private static Rows annulus(int count) {
    SplittableRandom random = new SplittableRandom(1);
    double[] values = new double[2 * count];
    for (int i = 0; i < count; i++) {
      double angle = 2 * Math.PI * random.nextDouble();
      double radius = 1 + 0.2 * random.nextDouble();
      values[2 * i] = radius * Math.cos(angle);
      values[2 * i + 1] = radius * Math.sin(angle);
    }
    return DenseRows.wrap(count, 2, values);
  }
}
