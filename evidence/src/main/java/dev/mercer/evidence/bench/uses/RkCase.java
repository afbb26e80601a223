package dev.mercer.evidence.bench.uses;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.reproduce.LabeledSplits;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Linear;
import dev.mercer.method.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * RK's table: logistic regression on the digits themselves and on five components of them by PCA,
 * kernel PCA and Nyström. The paper does not name its kernel, and PCA reaches more than the paper
 * says; therefore other numbers of components, kernels and scales of the pixels are tried as well.
 */
record RkCase(String name, BenchData rows) implements BenchCase {

  private static final double TEST_SHARE = 0.33;
  private static final int SPLITS = 20;
  private static final int QUICK_SPLITS = 2;
  private static final int QUICK_ROWS = 500;
  private static final int COMPONENTS = 5;
  private static final int LANDMARKS = 100;
  private static final int NEIGHBORS = 3;

  /** The default regularization of scikit-learn, and one so weak that the ridge hardly matters. */
  private static final double USUAL = 1;

  private static final double FREE = 1000;

  private static final Gaussian KERNEL = Gaussian.gamma(0.001);
  private static final List<Integer> COUNTS = List.of(1, 2, 3, 4, 5, 10, 20);
  private static final List<String> SCALES = List.of("none", "max=16", "standard");
  private static final List<String> KERNELS =
      List.of(
          "linear",
          "gaussian(gamma=0.0001)",
          "gaussian(gamma=0.001)",
          "gaussian(gamma=0.01)",
          "gaussian(gamma=0.1)",
          "gaussian(gamma=1)",
          "polynomial(degree=2)",
          "polynomial(degree=3)",
          "cosine");

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchData wanted = setting.slice(rows, QUICK_ROWS);
    DenseRows loaded = wanted.load(setting.data(), Precision.DOUBLE);
    int splits = setting.quick() ? QUICK_SPLITS : SPLITS;
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      LabeledSplits cut =
          new LabeledSplits(wanted.loadLabels(setting.data()), TEST_SHARE, splits, workers);
      return Json.object(
          "rows", loaded.count(),
          "testRows", cut.testRows(),
          "splits", splits,
          "landmarks", LANDMARKS,
          "kernel", KERNEL.spec(),
          "table", table(loaded, cut, setting.quick()),
          "components", components(loaded, cut),
          "kernels", kernels(loaded, cut));
    }
  }

  private List<Object> table(DenseRows loaded, LabeledSplits cut, boolean quick) {
    BenchCase.say(name + ": the paper's table");
    KernelPca pca = KernelPca.with(new Linear()).rank(COMPONENTS);
    KernelPca kernel = KernelPca.with(KERNEL).rank(COMPONENTS);
    List<Object> result = new ArrayList<>();
    Matrix plain = matrix(loaded);
    result.add(Json.object("what", "plain", "accuracies", accuracies(cut, split -> plain)));
    result.add(fits("pca", "all", pca, loaded, cut, quick));
    result.add(fits("pca2", "all", pca.rank(2), loaded, cut, quick));
    result.add(fits("kpca", "all", kernel, loaded, cut, quick));
    result.add(fits("nystrom", "all", kernel.method(method("nystrom")), loaded, cut, quick));
    result.add(fits("subset", "all", kernel.method(method("subset")), loaded, cut, quick));
    result.add(fits("pca", "train", pca, loaded, cut, quick));
    result.add(fits("kpca", "train", kernel, loaded, cut, quick));
    return result;
  }

  private static Method method(String text) {
    return MethodCatalog.parse(
        text, new MethodCatalog.Wishes(LANDMARKS, null, null, "uniform", null, "auto", "auto"));
  }

  /**
   * Accuracies with the time to fit all rows, or with the times to fit the training rows of each
   * split.
   */
  private static Map<String, Object> fits(
      String what,
      String from,
      KernelPca settings,
      DenseRows loaded,
      LabeledSplits cut,
      boolean quick) {
    boolean all = from.equals("all");
    IntFunction<Matrix> embeddings =
        split -> {
          Rows learned = all ? loaded : loaded.select(cut.train(split));
          return settings.seed(split).fit(DenseRows.copyOf(learned)).transform(loaded);
        };
    Timing<KernelPcaModel> timing = all ? Timing.of(() -> settings.fit(loaded), quick) : null;
    return Json.object(
        "what",
        what,
        "from",
        from,
        "accuracies",
        accuracies(cut, embeddings),
        "seconds",
        timing == null ? null : timing.seconds());
  }

  private static Map<String, Object> accuracies(LabeledSplits cut, IntFunction<Matrix> rows) {
    return Json.object(
        "usual", cut.accuracies(rows, LabeledSplits.logistic(USUAL)),
        "free", cut.accuracies(rows, LabeledSplits.logistic(FREE)),
        "neighbors", cut.accuracies(rows, LabeledSplits.neighbors(NEIGHBORS)));
  }

  private List<Object> components(DenseRows loaded, LabeledSplits cut) {
    List<Object> result = new ArrayList<>();
    for (int count : COUNTS) {
      BenchCase.say(name + ": " + count + " components");
      Matrix pca = KernelPca.with(new Linear()).rank(count).fit(loaded).transform(loaded);
      Matrix kernel = KernelPca.with(KERNEL).rank(count).fit(loaded).transform(loaded);
      result.add(
          Json.object(
              "components", count,
              "pca", accuracies(cut, split -> pca),
              "kpca", accuracies(cut, split -> kernel)));
    }
    return result;
  }

  private List<Object> kernels(DenseRows loaded, LabeledSplits cut) {
    List<Object> result = new ArrayList<>();
    for (String spec : KERNELS) {
      for (String scale : SCALES) {
        BenchCase.say(name + ": " + spec + ", scale " + scale);
        Matrix scores =
            KernelPca.with(KernelSpec.parse(spec))
                .rank(COMPONENTS)
                .scaling(scale)
                .fit(loaded)
                .transform(loaded);
        result.add(
            Json.object(
                "kernel", spec,
                "scale", scale,
                "accuracies", accuracies(cut, split -> scores)));
      }
    }
    return result;
  }

  private static Matrix matrix(DenseRows rows) {
    double[] values = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), values, 0);
    return Matrix.wrap(rows.count(), rows.columns(), values);
  }
}
