package dev.mercer.internal.novelty;

/** T^2 and the squared prediction error of some rows; {@code spe} is NaN where it is not known. */
public record RowMeasures(double[] t2, double[] spe) {

  static RowMeasures of(int rows) {
    return new RowMeasures(new double[rows], new double[rows]);
  }
}
