package dev.mercer.app.cli.options;

import dev.mercer.app.data.DataException;
import dev.mercer.internal.store.Reason;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Row numbers from a text file, one per line; empty lines are skipped. */
final class LandmarkRowsFile {

  private static final int LONGEST_LINE = 64;

  private LandmarkRowsFile() {}

  static int[] read(Path file) {
    int[] rows = new int[16];
    int count = 0;
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        String text = line.strip();
        if (text.isEmpty()) {
          continue;
        }
        if (count == rows.length) {
          rows = Arrays.copyOf(rows, 2 * count);
        }
        rows[count++] = parse(file, number, text);
      }
    } catch (MalformedInputException e) {
      throw new DataException(
          "--landmark-rows " + file + " is not a text file; give row numbers, one a line");
    } catch (IOException e) {
      throw new DataException("--landmark-rows " + file + " cannot be read: " + Reason.of(e), e);
    }
    if (count == 0) {
      throw new DataException(
          "--landmark-rows " + file + " is empty; give row numbers, one a line");
    }
    return Arrays.copyOf(rows, count);
  }

  private static int parse(Path file, int line, String text) {
    try {
      int row = Integer.parseInt(text);
      if (row >= 0) {
        return row;
      }
    } catch (NumberFormatException e) {
      // This gives the same message as a negative number.
    }
    String shown = text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "…" : text;
    throw new DataException(
        "--landmark-rows "
            + file
            + ", line "
            + line
            + ": '"
            + shown
            + "' is not a row number; rows are counted from 0");
  }
}
