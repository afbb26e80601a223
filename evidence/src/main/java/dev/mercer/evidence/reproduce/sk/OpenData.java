package dev.mercer.evidence.reproduce.sk;

import dev.mercer.data.DenseRows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.internal.rows.RowDraw;
import dev.mercer.kernel.Gaussian;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The UCI data sets of SK sec. 6.3, with unscaled values. The kernel is a Gaussian whose sigma^2 is
 * the variance of all elements, and there are as many components as columns.
 */
record OpenData(String name, DenseRows rows) {

  /** The share of the rows to which models are fitted; the others are unseen. */
  private static final double TRAINING = 0.9;

  static final String NOTE =
      "Values are used as they are in the files, and sigma^2 is the variance of all of them. The"
          + " paper's table 2 counts the target as a column of concrete and housing, so it is a"
          + " column here as well. The paper leaves open whether it centers; here nothing is"
          + " centered, as in its (46) and (47).";

  /**
   * One division of the rows.
   *
   * @param train a random 90%
   * @param unseen the others
   */
  record Division(DenseRows train, DenseRows unseen) {}

  /** Concrete or housing, with the target as an additional column. */
  static OpenData withTarget(Lab lab, String name) {
    Lab.Labeled loaded = lab.csv(name + ".csv.gz", "target");
    int n = loaded.rows().count();
    int d = loaded.rows().columns();
    double[] values = new double[n * (d + 1)];
    for (int i = 0; i < n; i++) {
      loaded.rows().copy(i, 1, values, i * (d + 1));
      values[i * (d + 1) + d] = Double.parseDouble(loaded.labels()[i]);
    }
    return new OpenData(name, DenseRows.wrap(n, d + 1, values));
  }

  static OpenData tic(Lab lab) {
    return new OpenData("tic", lab.csv("tic.csv.gz", "label").rows());
  }

  /** The first {@code count} rows. */
  OpenData first(int count) {
    return new OpenData(
        name, selected(IntStream.range(0, Math.min(count, rows.count())).toArray()));
  }

  Gaussian kernel() {
    double[] values = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), values, 0);
    double mean = Arrays.stream(values).sum() / values.length;
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return Gaussian.sigma(Math.sqrt(squares / values.length));
  }

  Division divide(long seed) {
    int n = rows.count();
    int[] train =
        RowDraw.from(
            IntStream.range(0, n).toArray(),
            (int) Math.round(TRAINING * n),
            new SplittableRandom(seed));
    int[] others =
        IntStream.range(0, n).filter(row -> Arrays.binarySearch(train, row) < 0).toArray();
    return new Division(selected(train), selected(others));
  }

  BasisFits fits(DenseRows train, Lab lab) {
    return new BasisFits(train, kernel(), false, rows.columns(), lab);
  }

  private DenseRows selected(int[] chosen) {
    return DenseRows.copyOf(rows.select(chosen));
  }
}
