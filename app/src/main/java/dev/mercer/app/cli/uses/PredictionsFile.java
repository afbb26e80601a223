package dev.mercer.app.cli.uses;

import dev.mercer.app.data.csv.CsvText;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.use.classify.Predictions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Predicted classes as comma-separated text with a header: repeat (if rows were divided several
 * times), row, label (if known), predicted, and on request a value for each class.
 */
final class PredictionsFile {

  private final boolean repeated;
  private final boolean labeled;
  private final boolean all;
  private final List<String> lines = new ArrayList<>();
  private List<String> classes = List.of();
  private String measure;

  PredictionsFile(boolean repeated, boolean labeled, boolean all) {
    this.repeated = repeated;
    this.labeled = labeled;
    this.all = all;
  }

  /** Sets the classes, whose values are the last columns; to be called before the first row. */
  void classes(Predictions predictions) {
    classes = predictions.names();
    measure = predictions.measure();
  }

  /**
   * @param label as it was read; null if it is not known
   * @param predictions null for a row that could not be predicted
   * @param at the index of the row in {@code predictions}
   */
  void add(int repeat, int row, String label, Predictions predictions, int at) {
    StringBuilder line = new StringBuilder();
    if (repeated) {
      line.append(repeat).append(',');
    }
    line.append(row);
    if (labeled) {
      line.append(',').append(label == null ? "" : CsvText.quoted(label));
    }
    line.append(',').append(predictions == null ? "" : CsvText.quoted(predictions.name(at)));
    if (all) {
      for (String name : classes) {
        line.append(',');
        int place = predictions == null ? -1 : predictions.names().indexOf(name);
        if (place >= 0) {
          line.append(Numbers.text(predictions.values().get(at, place)));
        }
      }
    }
    lines.add(line.toString());
  }

  void write(OutputStream stream) throws IOException {
    Writer out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    out.write(header());
    for (String line : lines) {
      out.write(line);
      out.write('\n');
    }
    out.flush();
  }

  private String header() {
    StringBuilder text = new StringBuilder(repeated ? "repeat,row" : "row");
    text.append(labeled ? ",label,predicted" : ",predicted");
    if (all) {
      for (String name : classes) {
        text.append(',').append(CsvText.quoted(measure + "_" + name));
      }
    }
    return text.append('\n').toString();
  }
}
