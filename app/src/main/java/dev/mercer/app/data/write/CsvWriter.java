package dev.mercer.app.data.write;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.csv.CsvText;
import dev.mercer.internal.store.AtomicFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Comma-separated text with a header. Numbers are written so that they read back as the same bits,
 * and whole numbers without a fraction.
 */
final class CsvWriter implements TableWriter {

  private static final double EXACT_WHOLE = 1e15;

  private final int columns;
  private final Writer out;
  private final StringBuilder line = new StringBuilder();

  CsvWriter(AtomicFile file, List<String> names) {
    columns = names.size();
    out = new BufferedWriter(new OutputStreamWriter(file.stream(), StandardCharsets.UTF_8));
    try {
      out.write(names.stream().map(CsvText::quoted).collect(Collectors.joining(",")));
      out.write('\n');
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  /** The message of the exception already names the file. */
  static DataException unwritten(IOException e) {
    return new DataException(e.getMessage(), e);
  }

  @Override
  public void write(double[] values, int rows) {
    try {
      for (int i = 0; i < rows; i++) {
        line.setLength(0);
        for (int j = 0; j < columns; j++) {
          line.append(j == 0 ? "" : ",").append(text(values[i * columns + j]));
        }
        out.append(line.append('\n'));
      }
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  /**
   * Uses Java's own digits. Before JDK 19 there may be one more than needed, which costs a byte,
   * but to find the shortest form would take longer than writing everything else. Negative zero is
   * a whole number, but only Java's own text keeps its sign.
   */
  private static String text(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < EXACT_WHOLE;
    return whole && !(value == 0 && 1 / value < 0)
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  @Override
  public void finish() {
    try {
      out.flush();
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  /** Nothing needs to be closed except the file. */
  @Override
  public void close() {}
}
