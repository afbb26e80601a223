package dev.mercer.evidence.reproduce.rs;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.data.DenseRows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.kernel.Gaussian;
import java.util.Arrays;
import java.util.List;

/**
 * RS table 2: training time O(mn + m^3) and storage O(mr) or O(nr), measured.
 *
 * <ol>
 *   <li>Training times are measured for a growing n with m landmarks, and for a growing m with n
 *       rows. Shadow gets an ell, found by bisection, that gives about as many centers.
 *   <li>The logarithm of the time has a slope over that of n, and over that of m; for O(mn + m^3)
 *       these slopes are at most 1 and 3.
 *   <li>The numbers that a fitted embedding holds as coefficients are counted.
 * </ol>
 */
final class CostTable extends PaperPart.Table {

  /**
   * The size of a run.
   *
   * @param rows the growing values of n, with {@code fixedLandmarks}
   * @param landmarks the growing values of m, with {@code fixedRows}
   * @param tries the least number of repetitions of each fit; the fastest is used, because it was
   *     disturbed least
   */
  record Size(int[] rows, int fixedLandmarks, int[] landmarks, int fixedRows, int tries) {}

  private static final List<RsMethod> METHODS =
      List.of(RsMethod.SHADOW, RsMethod.NYSTROM, RsMethod.WEIGHTED_NYSTROM);
  private static final double SIGMA = 120;
  private static final int RANK = 5;

  /** A slope measured with times of milliseconds is not more accurate than this. */
  private static final double SLACK = 0.2;

  /**
   * Fits are repeated until this many seconds have passed, because fits of milliseconds are easily
   * disturbed.
   */
  private static final double ENOUGH = 0.2;

  private static final int BISECTIONS = 14;

  private final Size small;
  private final Size full;

  CostTable(Size small, Size full) {
    super("RS", 2);
    this.small = small;
    this.full = full;
  }

  @Override
  public String claim() {
    return "Training takes O(mn + m^3) for shadow RSKPCA, Nyström and weighted Nyström alike; the"
        + " result takes O(mr) to store for shadow RSKPCA and O(nr) for the others.";
  }

  /** One fit. */
  private record Point(int rows, int landmarks, double seconds, int stored) {}

  @Override
  public Outcome run(Lab lab) {
    Size size = lab.pick(small, full);
    DenseRows all = lab.csv("pendigits.csv.gz", "label").rows();
    int[] order = RsSample.shuffled(all.count(), lab.seed());
    PaperFit fits = new PaperFit(Gaussian.sigma(SIGMA), RANK, lab);
    DenseRows fixed = rows(all, order, size.fixedRows());
    fits.warm(fixed, METHODS, 4);
    Outcome outcome =
        new Outcome()
            .setting("data", "pendigits, all " + all.count() + " rows, of which n are drawn")
            .setting("kernel", "gaussian sigma = 120, rank 5, as in table 1; not centered")
            .setting(
                "times",
                "time of the paper's steps, the least of " + size.tries() + " fits or more")
            .setting("shadow", "ell by bisection so that about m centers are chosen")
            .note(
                "The m n of weighted Nyström is one pass of k-means, which makes as many passes"
                    + " as it needs; that is the constant. mercer fit spends n m^2 flops more on"
                    + " its certificate, and n^2 kernel values with both kinds of Nyström.");
    DataTable points =
        new DataTable(
            "Training times and numbers stored", "method", "n", "m", "seconds", "coefficients");
    DataTable summary =
        new DataTable(
            "Table 2",
            "method",
            "time, paper",
            "slope over n, ours",
            "slope over m, ours",
            "space, paper",
            "space, ours");
    Plot overRows = plot("Training time over n", "rows n", size.fixedLandmarks() + " landmarks");
    Plot overLandmarks =
        plot("Training time over m", "landmarks m", size.fixedRows() + " rows of pendigits");
    for (RsMethod method : METHODS) {
      Point[] byRows = new Point[size.rows().length];
      Arrays.setAll(
          byRows,
          i ->
              point(
                  fits,
                  method,
                  rows(all, order, size.rows()[i]),
                  size.fixedLandmarks(),
                  size.tries()));
      Point[] byLandmarks = new Point[size.landmarks().length];
      Arrays.setAll(
          byLandmarks, i -> point(fits, method, fixed, size.landmarks()[i], size.tries()));
      double[] n = Arrays.stream(byRows).mapToDouble(Point::rows).toArray();
      double[] m = Arrays.stream(byLandmarks).mapToDouble(Point::landmarks).toArray();
      double slopeN = slope(n, seconds(byRows));
      double slopeM = slope(m, seconds(byLandmarks));
      overRows = overRows.line(method.label(), n, seconds(byRows));
      overLandmarks = overLandmarks.line(method.label(), m, seconds(byLandmarks));
      addAll(points, method, byRows);
      addAll(points, method, byLandmarks);
      String space = method.extended() ? "n r" : "m r";
      boolean stored = stored(method, byRows) && stored(method, byLandmarks);
      summary.row(
          method.label(),
          "O(mn + m^3)",
          slopeN,
          slopeM,
          method.extended() ? "O(nr)" : "O(mr)",
          stored ? space + " numbers" : "not " + space);
      outcome.verdict(
          method.label() + " trains in O(mn + m^3)",
          slopeN <= 1 + SLACK && slopeM <= 3 + SLACK,
          "time grows like n^"
              + Texts.number(slopeN)
              + " for m = "
              + size.fixedLandmarks()
              + " and like m^"
              + Texts.number(slopeM)
              + " for n = "
              + size.fixedRows());
      outcome.verdict(
          method.label() + " stores " + space + " coefficients",
          stored,
          "counted in "
              + (byRows.length + byLandmarks.length)
              + " fits; the last has n = "
              + size.fixedRows()
              + ", m = "
              + byLandmarks[byLandmarks.length - 1].landmarks()
              + " and "
              + byLandmarks[byLandmarks.length - 1].stored()
              + " numbers");
    }
    return outcome.table(summary).table(points).plot(overRows).plot(overLandmarks);
  }

  private static Plot plot(String title, String across, String subtitle) {
    return Plot.of(
        title, subtitle, Plot.Axis.logarithmic(across), Plot.Axis.logarithmic("seconds"));
  }

  private static DenseRows rows(DenseRows all, int[] order, int count) {
    return DenseRows.copyOf(all.select(Arrays.copyOf(order, count)));
  }

  private static Point point(
      PaperFit fits, RsMethod method, DenseRows rows, int landmarks, int tries) {
    double ell = method == RsMethod.SHADOW ? ellFor(fits, rows, landmarks) : 0;
    double best = Double.POSITIVE_INFINITY;
    Embedding fitted = null;
    double sum = 0;
    for (int t = 0; t < tries || sum < ENOUGH; t++) {
      fitted = fits.fit(method, rows, ell, landmarks, t);
      best = Math.min(best, fitted.trainingSeconds());
      sum += fitted.trainingSeconds();
    }
    return new Point(
        rows.count(),
        fitted.landmarks(),
        best,
        fitted.coefficients().rows() * fitted.coefficients().columns());
  }

  /**
   * An ell that gives about {@code landmarks} centers; their number grows with ell except for
   * random variation.
   */
  private static double ellFor(PaperFit fits, DenseRows rows, int landmarks) {
    double low = 0.5;
    double high = 32;
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = Math.sqrt(low * high);
      if (fits.centers(rows, middle) < landmarks) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static double[] seconds(Point[] points) {
    return Arrays.stream(points).mapToDouble(Point::seconds).toArray();
  }

  private static boolean stored(RsMethod method, Point[] points) {
    return Arrays.stream(points)
        .allMatch(
            point ->
                point.stored() == RANK * (method.extended() ? point.rows() : point.landmarks()));
  }

  private static void addAll(DataTable table, RsMethod method, Point[] points) {
    for (Point point : points) {
      table.row(method.label(), point.rows(), point.landmarks(), point.seconds(), point.stored());
    }
  }

  /** The slope of the least-squares line through the logarithms. */
  static double slope(double[] x, double[] y) {
    double meanX = Arrays.stream(x).map(Math::log).sum() / x.length;
    double meanY = Arrays.stream(y).map(Math::log).sum() / y.length;
    double products = 0;
    double squares = 0;
    for (int i = 0; i < x.length; i++) {
      products += (Math.log(x[i]) - meanX) * (Math.log(y[i]) - meanY);
      squares += (Math.log(x[i]) - meanX) * (Math.log(x[i]) - meanX);
    }
    return products / squares;
  }
}
