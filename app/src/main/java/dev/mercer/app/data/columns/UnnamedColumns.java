package dev.mercer.app.data.columns;

import java.util.AbstractList;
import java.util.List;

/** The names x0, x1, … that messages use for the columns of formats without names. */
public final class UnnamedColumns extends AbstractList<String> {

  private final int count;

  private UnnamedColumns(int count) {
    this.count = count;
  }

  public static List<String> of(int count) {
    return new UnnamedColumns(count);
  }

  @Override
  public String get(int index) {
    return "x" + java.util.Objects.checkIndex(index, count);
  }

  @Override
  public int size() {
    return count;
  }
}
