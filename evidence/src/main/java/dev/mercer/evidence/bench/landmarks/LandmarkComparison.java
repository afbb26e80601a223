package dev.mercer.evidence.bench.landmarks;

import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.BenchPage;
import dev.mercer.evidence.bench.BenchProgram;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Task;
import dev.mercer.kernel.Gaussian;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures landmark kernel PCA next to its peers in the same run, and certificates next to the
 * exact fits that they make statements about. Writes the pages landmarks and certificates under
 * evidence/results. Started by {@code evidence/landmarks}, which explains the arguments.
 */
public final class LandmarkComparison {

  private static final Gaussian MNIST = Gaussian.gamma(0.02);
  private static final BenchData TRAIN = BenchData.mnist("train");
  private static final BenchData UNSEEN = BenchData.mnist("t10k");
  private static final int LANDMARKS = 1000;

  // The columns of german have different units; their scales differ by up to a factor of 184.
  private static final Task GERMAN =
      new Task(BenchData.csv("german.csv.gz"), true, "gaussian(sigma=auto)");
  private static final Task PENDIGITS =
      new Task(BenchData.csv("pendigits.csv.gz"), false, "gaussian(sigma=120)");
  private static final Task USPS =
      new Task(BenchData.csv("usps-train.csv.gz"), false, "gaussian(sigma=18)");

  public static final BenchPage SPEED =
      new BenchPage(
          "landmarks",
          "Landmark kernel PCA against its peers",
          "evidence/landmarks",
          List.of(
              new NystroemCase("nystroem", TRAIN, UNSEEN, MNIST, LANDMARKS, 145),
              new ErrorsCase("errors", errorTasks(), 5),
              new RpCholeskyCase("rpcholesky", TRAIN, MNIST, LANDMARKS),
              new ShadowCase("shadow"),
              new GreedyCase(
                  "greedy", BenchData.csv("pendigits-test.csv.gz"), Gaussian.sigma(120), 100, 5),
              new StreamCase("stream")),
          LandmarkComparison::append);

  public static final BenchPage CERTIFICATES =
      new BenchPage(
          "certificates",
          "Certificates against the truth",
          "evidence/landmarks certificates",
          List.of(
              new CertificateCase("german", GERMAN, List.of(5, 15), List.of(50, 100, 300), true),
              new CertificateCase(
                  "pendigits", PENDIGITS, List.of(5, 15), List.of(100, 300, 1000), true),
              new CertificateCase("usps", USPS, List.of(5, 15), List.of(100, 300, 1000), true),
              new CertificateCase(
                  "mnist-wide", mnist(0.005), List.of(10, 50), List.of(100, 300, 1000), false),
              new CertificateCase(
                  "mnist-narrow", mnist(0.02), List.of(10, 50), List.of(100, 300, 1000), false)),
          CertificateTables::append);

  private LandmarkComparison() {}

  public static void main(String[] arguments) throws IOException {
    BenchProgram.main(arguments, List.of(SPEED, CERTIFICATES));
  }

  private static Map<String, Task> errorTasks() {
    Map<String, Task> tasks = new LinkedHashMap<>();
    tasks.put("german", GERMAN);
    tasks.put("pendigits", PENDIGITS);
    return tasks;
  }

  private static Task mnist(double gamma) {
    return new Task(TRAIN.first(20_000), false, Gaussian.gamma(gamma).spec());
  }

  private static void append(Markdown page, Map<String, Map<String, Object>> records) {
    BenchPage.section(page, records, "nystroem", NystroemCase::append);
    BenchPage.section(page, records, "errors", ErrorsCase::append);
    BenchPage.section(page, records, "rpcholesky", RpCholeskyCase::append);
    BenchPage.section(page, records, "shadow", ShadowCase::append);
    BenchPage.section(page, records, "greedy", GreedyCase::append);
    BenchPage.section(page, records, "stream", StreamCase::append);
  }
}
