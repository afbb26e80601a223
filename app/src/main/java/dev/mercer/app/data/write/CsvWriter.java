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
 * Comma-separated text with a header; numbers are written so that they read back as the same bits,
 * whole ones without a fraction.
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

  /** The file says itself which it is. */
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
   * Java's own digits: before JDK 19 there may be one more than needed, which costs a byte; finding
   * the shortest costs more than writing all others. Negative zero is whole, but only its own text
   * keeps its sign.
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

  /** Nothing is held beside the file. */
  @Override
  public void close() {}
}
