package dev.mercer.app.data.load;

import dev.mercer.app.data.RowBlock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Collects labels as rows are read. Equal labels share one string, so a row costs a reference. */
public final class LabelCollector {

  private final Map<String, String> known = new HashMap<>();
  private String[] labels = new String[1024];
  private int count;

  public void append(RowBlock block, int rows) {
    if (count + rows > labels.length) {
      labels = Arrays.copyOf(labels, Math.max(2 * labels.length, count + rows));
    }
    for (int i = 0; i < rows; i++) {
      String label = block.label(i);
      labels[count++] = label == null ? null : known.computeIfAbsent(label, text -> text);
    }
  }

  public String[] all() {
    return Arrays.copyOf(labels, count);
  }
}
