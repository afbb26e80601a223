package dev.mercer.evidence.bench.uses;

import dev.mercer.KernelPca;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.rows.RowDraw;
import dev.mercer.kernel.Gaussian;
import dev.mercer.method.Exact;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Method;
import dev.mercer.method.Subset;
import dev.mercer.use.classify.ClassLabels;
import dev.mercer.use.classify.NearestNeighbors;
import dev.mercer.use.discriminant.KernelDiscriminant;
import dev.mercer.use.discriminant.Ridge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Kernel discriminants compared with kernel principal components of the same dimension, by the test
 * error of a nearest-neighbor classifier on the scores. Width, ridge and number of neighbors are
 * those with the fewest errors on a quarter of the training rows, when fitted with landmarks to the
 * other three quarters. The test rows take no part in the choice.
 */
record DiscriminantCase(String name, BenchData train, BenchData test, int landmarks)
    implements BenchCase {

  private static final int QUICK_ROWS = 500;
  private static final int QUICK_TEST = 200;
  private static final int QUICK_LANDMARKS = 100;
  private static final double[] SIGMAS = {5.5, 8, 11, 16, 22, 32};
  private static final double[] RIDGES = {1e-7, 1e-6, 1e-5, 1e-4, 1e-3};
  private static final double[] NO_RIDGE = {Double.NaN};
  private static final int[] NEIGHBORS = {1, 3, 5, 9, 15};

  /** Rows with their classes. */
  private record Part(DenseRows rows, String[] labels) {

    Part of(int[] some) {
      String[] kept = IntStream.of(some).mapToObj(i -> labels[i]).toArray(String[]::new);
      return new Part(DenseRows.copyOf(rows.select(some)), kept);
    }
  }

  /** The parameters chosen by validation, and the error they had there. */
  private record Choice(double sigma, double ridge, int neighbors, double error) {}

  /** How to fit a part of the rows; all points are used if there are no landmarks. */
  private interface Making {
    Method method(ClassLabels labels, double ridge, Landmarking landmarks);
  }

  private static final Making DISCRIMINANT =
      (labels, ridge, landmarks) -> new KernelDiscriminant(labels, Ridge.of(ridge), landmarks);
  private static final Making COMPONENTS =
      (labels, ridge, landmarks) -> landmarks == null ? Exact.auto() : Subset.of(landmarks);

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    Part all = load(setting.slice(train, QUICK_ROWS), setting);
    Part unseen = load(setting.slice(test, QUICK_TEST), setting);
    int n = all.rows().count();
    int[] numbers = IntStream.range(0, n).toArray();
    int[] held = RowDraw.from(numbers.clone(), n / 4, new SplittableRandom(1));
    boolean[] isHeld = new boolean[n];
    for (int row : held) {
      isHeld[row] = true;
    }
    Part fitted = all.of(IntStream.range(0, n).filter(i -> !isHeld[i]).toArray());
    Part validation = all.of(held);
    int m = setting.quick() ? QUICK_LANDMARKS : landmarks;
    List<Object> results = new ArrayList<>();
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      for (boolean discriminant : new boolean[] {true, false}) {
        Making making = discriminant ? DISCRIMINANT : COMPONENTS;
        BenchCase.say(name + ": choosing for " + (discriminant ? "klda" : "kernel pca"));
        Choice choice =
            choose(making, discriminant ? RIDGES : NO_RIDGE, fitted, validation, m, workers);
        for (Landmarking few : java.util.Arrays.asList(Landmarking.count(m), null)) {
          BenchCase.say(name + ": fitting with " + (few == null ? "all points" : m + " landmarks"));
          results.add(result(making, discriminant, choice, few, all, unseen, workers));
        }
      }
      NearestNeighbors plain =
          NearestNeighbors.fit(
              matrix(all.rows()), ClassLabels.of(all.labels()), 1, workers.threads());
      return Json.object(
          "rows",
          n,
          "testRows",
          unseen.rows().count(),
          "validationRows",
          held.length,
          "landmarks",
          m,
          "results",
          results,
          "pixelsError",
          error(plain, ClassLabels.of(all.labels()), matrix(unseen.rows()), unseen));
    }
  }

  private static Part load(BenchData data, Setting setting) {
    return new Part(data.load(setting.data(), Precision.DOUBLE), data.loadLabels(setting.data()));
  }

  private static Matrix matrix(DenseRows rows) {
    double[] values = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), values, 0);
    return Matrix.wrap(rows.count(), rows.columns(), values);
  }

  private static Choice choose(
      Making making, double[] ridges, Part fitted, Part validation, int m, Workers workers) {
    Choice best = null;
    for (double sigma : SIGMAS) {
      for (double ridge : ridges) {
        KernelPca settings = settings(making, sigma, ridge, Landmarking.count(m), fitted);
        var model = settings.fit(fitted.rows());
        Matrix known = model.transform(fitted.rows());
        Matrix unseen = model.transform(validation.rows());
        ClassLabels labels = ClassLabels.of(fitted.labels());
        for (int neighbors : NEIGHBORS) {
          NearestNeighbors vote = NearestNeighbors.fit(known, labels, neighbors, workers.threads());
          double error = error(vote, labels, unseen, validation);
          if (best == null || error < best.error()) {
            best = new Choice(sigma, ridge, neighbors, error);
          }
        }
      }
    }
    return best;
  }

  private static KernelPca settings(
      Making making, double sigma, double ridge, Landmarking landmarks, Part part) {
    ClassLabels labels = ClassLabels.of(part.labels());
    return KernelPca.with(Gaussian.sigma(sigma))
        .rank(labels.classes() - 1)
        .method(making.method(labels, ridge, landmarks))
        .seed(1);
  }

  private static Map<String, Object> result(
      Making making,
      boolean discriminant,
      Choice choice,
      Landmarking landmarks,
      Part all,
      Part unseen,
      Workers workers) {
    var model = settings(making, choice.sigma(), choice.ridge(), landmarks, all).fit(all.rows());
    ClassLabels labels = ClassLabels.of(all.labels());
    NearestNeighbors vote =
        NearestNeighbors.fit(
            model.transform(all.rows()), labels, choice.neighbors(), workers.threads());
    return Json.object(
        "method", discriminant ? "klda" : landmarks == null ? "exact" : "subset",
        "points", model.points().count(),
        "dimension", model.rank(),
        "sigma", choice.sigma(),
        "ridge", discriminant ? choice.ridge() : null,
        "neighbors", choice.neighbors(),
        "validationError", choice.error(),
        "testError", error(vote, labels, model.transform(unseen.rows()), unseen),
        "seconds", model.report().seconds());
  }

  private static double error(NearestNeighbors vote, ClassLabels known, Matrix scores, Part truth) {
    int[] predicted = vote.predict(scores);
    int wrong = 0;
    for (int i = 0; i < predicted.length; i++) {
      wrong += known.names().get(predicted[i]).equals(truth.labels()[i]) ? 0 : 1;
    }
    return (double) wrong / predicted.length;
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> lines = new ArrayList<>();
    double[] discriminant = {1, 1};
    double[] components = {1, 1};
    for (Map<String, Object> result : Fields.objects(record, "results")) {
      boolean klda = Fields.text(result, "method").equals("klda");
      boolean few = Fields.text(result, "points").equals(Fields.text(record, "landmarks"));
      (klda ? discriminant : components)[few ? 0 : 1] = Fields.number(result, "testError");
      lines.add(
          List.of(
              klda ? "kernel LDA" : "kernel PCA, " + Fields.text(result, "method"),
              Fields.text(result, "points"),
              Fields.text(result, "dimension"),
              Fields.text(result, "sigma"),
              klda ? Markdown.error(Fields.number(result, "ridge")) : "",
              Fields.text(result, "neighbors"),
              Markdown.share(Fields.number(result, "validationError")),
              Markdown.share(Fields.number(result, "testError")),
              Timing.text(Fields.number(result, "seconds"))));
    }
    page.heading("Kernel LDA and kernel PCA at equal dimension")
        .paragraph(
            "usps, "
                + Fields.text(record, "rows")
                + " training and "
                + Fields.text(record, "testRows")
                + " test rows; k-NN on the scores. Width, ridge and k chosen on "
                + Fields.text(record, "validationRows")
                + " of the training rows with landmarks. The nearest neighbor on the 256 pixels: "
                + Markdown.share(Fields.number(record, "pixelsError"))
                + ". Kernel LDA better with as many points, with landmarks and with all: "
                + Markdown.met(discriminant[0] < components[0] && discriminant[1] < components[1])
                + ".")
        .table(
            List.of(
                "scores",
                "points",
                "dimension",
                "sigma",
                "ridge",
                "k",
                "validation error",
                "test error",
                "fit s"),
            lines);
  }
}
