package dev.mercer.app.cli.fit;

import dev.mercer.data.Rows;

/** Rows that are not read yet, sufficient for a plan. As their values they give the row numbers. */
record ShapeOnlyRows(int count, int columns, long bytes) implements Rows {

  @Override
  public void copy(int first, int number, double[] into, int offset) {
    for (int i = 0; i < number; i++) {
      java.util.Arrays.fill(
          into, offset + i * columns, offset + (i + 1) * columns, (double) first + i);
    }
  }

  @Override
  public void copy(int first, int number, float[] into, int offset) {
    for (int i = 0; i < number; i++) {
      java.util.Arrays.fill(into, offset + i * columns, offset + (i + 1) * columns, first + i);
    }
  }
}
