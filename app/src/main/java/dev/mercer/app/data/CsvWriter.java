package dev.mercer.app.data;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Comma-separated text with a header; numbers are written so that they read back as the same bits,
 * whole ones without a fraction.
 */
final class CsvWriter implements TableWriter {

  private static final double EXACT_WHOLE = 1e15;

  private final UnfinishedFile file;
  private final int columns;
  private final BufferedWriter out;
  private final StringBuilder line = new StringBuilder();

  CsvWriter(Path target, List<String> names) {
    file = new UnfinishedFile(target);
    columns = names.size();
    try {
      out =
          Files.newBufferedWriter(
              file.path(),
              StandardCharsets.UTF_8,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.WRITE);
      out.write(names.stream().map(CsvText::quoted).collect(Collectors.joining(",")));
      out.write('\n');
    } catch (IOException e) {
      throw NpyWriter.explain(e, file);
    }
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
      throw NpyWriter.explain(e, file);
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
      out.close();
    } catch (IOException e) {
      throw NpyWriter.explain(e, file);
    }
    file.commit();
  }

  @Override
  public void close() {
    try (file) {
      out.close();
    } catch (IOException e) {
      throw NpyWriter.explain(e, file);
    }
  }
}
