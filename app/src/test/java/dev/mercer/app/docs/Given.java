package dev.mercer.app.docs;

import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.Loaded;
import dev.mercer.app.data.RowRange;

/** Data that Java blocks of pages stand on, for the lines that a reader does not see. */
public final class Given {

  private Given() {}

  /** Some digits, as pixels. */
  public static double[][] digits(int first, int end) {
    return load(first, end).rows();
  }

  /** What they are. */
  public static String[] digitLabels(int first, int end) {
    return load(first, end).labels().toArray(String[]::new);
  }

  private static Loaded load(int first, int end) {
    return Loaded.of(DataRequest.of("builtin:digits").withRows(RowRange.parse(first + ":" + end)));
  }
}
