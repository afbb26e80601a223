package dev.mercer.evidence.reproduce.ny;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.LabeledSplits;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Exact;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fits that NY compares: three kernels, each with the whole kernel matrix or with ten random
 * rows.
 */
final class Fits {

  /** The number of sampled rows in NY sec. 3.1. */
  static final int LANDMARKS = 10;

  static final int TRIALS = 10;

  private static final int SPLITS = 5;
  private static final double TEST_SHARE = 0.33;

  /**
   * NY's kernels. The offset of the polynomial is 1 in its sec. 3.1 and 0 in its conclusion.
   * Equation (20) has 1/N, where it must mean 1/d, which is the usual width.
   */
  static final Map<String, String> KERNELS = new LinkedHashMap<>();

  static {
    KERNELS.put("linear", "linear");
    KERNELS.put("polynomial", "polynomial(degree=2,offset=1)");
    KERNELS.put("RBF", "gaussian(gamma=" + 1.0 / 784 + ")");
  }

  private Fits() {}

  static void settings(Outcome outcome, Digits digits, Lab lab) {
    outcome
        .setting("data", digits.text())
        .setting("kernels", String.join(", ", KERNELS.values()))
        .setting("pixels", "0 to 255 as in the files, and 0 to 1: NY does not say which")
        .setting("centering", "feature")
        .setting("seed", lab.seed());
  }

  /** Describes the settings of experiments in which ten images are drawn repeatedly. */
  static void sampledSettings(Outcome outcome, Digits digits, Lab lab) {
    settings(outcome, digits, lab);
    outcome
        .setting("landmarks", LANDMARKS + ", uniform, as in NY")
        .setting("trials", TRIALS + ", as in NY");
  }

  static Kernel kernel(String name) {
    return KernelSpec.kernel(KERNELS.get(name));
  }

  /** The fit with the kernel trick, which uses the whole centered matrix. */
  static KernelPcaModel exact(String name, int rank, Digits digits, Lab lab) {
    return settings(name, rank, lab).method(Exact.auto()).fit(digits.rows());
  }

  /** NY (16): those components in the span of ten random rows that fit all rows best. */
  static KernelPcaModel nystrom(String name, int rank, Digits digits, int trial, Lab lab) {
    return sampled("subset", name, rank, digits, trial, lab);
  }

  /** The classical extension of the eigenvectors of ten random rows. */
  static KernelPcaModel extended(String name, int rank, Digits digits, int trial, Lab lab) {
    return sampled("nystrom", name, rank, digits, trial, lab);
  }

  private static KernelPcaModel sampled(
      String method, String name, int rank, Digits digits, int trial, Lab lab) {
    return settings(name, rank, lab)
        .seed(lab.seed() + trial)
        .method(
            MethodCatalog.parse(
                method,
                new MethodCatalog.Wishes(LANDMARKS, null, null, "uniform", null, "auto", "auto")))
        .fit(digits.rows());
  }

  private static KernelPca settings(String name, int rank, Lab lab) {
    return KernelPca.with(kernel(name))
        .rank(rank)
        .seed(lab.seed())
        .novelty(false)
        .threads(lab.threads())
        .memory(lab.heap());
  }

  /**
   * How well two components separate twos from sixes: the accuracy of logistic regression, over
   * splits.
   */
  static Spread accuracy(Matrix scores, Digits digits, Lab lab) {
    LabeledSplits cut =
        new LabeledSplits(digits.labels(), TEST_SHARE, SPLITS, lab.seed(), lab.workers());
    return Spread.of(cut.accuracies(standardized(scores), LabeledSplits.logistic(1)));
  }

  /** Scales the columns to mean zero and variance one, so that one ridge suits all kernels. */
  private static Matrix standardized(Matrix scores) {
    double[] values = scores.toArray();
    int columns = scores.columns();
    for (int c = 0; c < columns; c++) {
      double mean = 0;
      double square = 0;
      for (int i = 0; i < scores.rows(); i++) {
        mean += scores.get(i, c) / scores.rows();
        square += scores.get(i, c) * scores.get(i, c) / scores.rows();
      }
      double deviation = Math.sqrt(Math.max(0, square - mean * mean));
      for (int i = 0; i < scores.rows(); i++) {
        values[i * columns + c] = deviation > 0 ? (scores.get(i, c) - mean) / deviation : 0;
      }
    }
    return Matrix.wrap(scores.rows(), columns, values);
  }
}
