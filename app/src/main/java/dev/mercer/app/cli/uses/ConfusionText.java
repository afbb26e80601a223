package dev.mercer.app.cli.uses;

import dev.mercer.app.cli.console.Visible;
import dev.mercer.use.classify.ConfusionMatrix;
import java.util.List;
import java.util.Locale;

/** A confusion matrix as a table of text, with dots in place of zeros. */
final class ConfusionText {

  private static final int MOST_CLASSES = 30;

  private ConfusionText() {}

  static String of(ConfusionMatrix confusion) {
    List<String> names = confusion.names().stream().map(Visible::line).toList();
    int[][] counts = confusion.counts();
    if (names.size() > MOST_CLASSES) {
      return names.size() + " classes: the confusion matrix is in the report\n";
    }
    int width = 4;
    for (int i = 0; i < names.size(); i++) {
      width = Math.max(width, names.get(i).length());
      for (int count : counts[i]) {
        width = Math.max(width, Integer.toString(count).length());
      }
    }
    String cell = " %" + width + "s";
    StringBuilder text = new StringBuilder("true \\ predicted\n");
    text.append(String.format(Locale.ROOT, cell, ""));
    names.forEach(name -> text.append(String.format(Locale.ROOT, cell, name)));
    text.append('\n');
    for (int i = 0; i < names.size(); i++) {
      text.append(String.format(Locale.ROOT, cell, names.get(i)));
      for (int count : counts[i]) {
        text.append(String.format(Locale.ROOT, cell, count == 0 ? "." : count));
      }
      text.append('\n');
    }
    return text.toString();
  }
}
