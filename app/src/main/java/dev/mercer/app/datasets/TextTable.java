package dev.mercer.app.datasets;

import dev.mercer.app.data.file.GunzipStream;
import dev.mercer.app.datasets.Source.Original;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * Published tables of numbers, written anew as comma-separated values with a header and with the
 * answer in the last column.
 *
 * <ol>
 *   <li>the files of one part are side by side, and the parts are below one another
 *   <li>fields are separated by commas, blanks or tabs; blank lines are skipped
 *   <li>a number loses redundant zeros ({@code -1.0000} becomes {@code -1}); a capital letter
 *       becomes its position in the alphabet
 * </ol>
 *
 * There is only one possible text of the result, so its checksum tells whether the published file
 * is the known one. Cost: one pass, with one line in memory. Fails if the text is not such a table,
 * and names the line.
 *
 * @param parts the published files
 * @param answerFirst whether the published rows begin with the answer
 * @param header the names of the features, then that of the answer
 */
public record TextTable(List<List<Original>> parts, boolean answerFirst, List<String> header) {

  /** A limit well above all known files, because a small compressed file can expand without end. */
  private static final long MOST_TEXT = 64L << 20;

  private static final Pattern FIELDS_END = Pattern.compile("[,\\s]+");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,12}(\\.\\d{1,12})?");

  /**
   * Writes the table.
   *
   * @param files where the published files are, in the arrangement of {@link #parts}
   * @throws FetchException if they do not form such a table
   * @throws IOException if they cannot be read, or the result cannot be written
   */
  void write(List<List<Path>> files, OutputStream out) throws IOException, FetchException {
    out.write(line(header));
    for (int part = 0; part < files.size(); part++) {
      writePart(parts.get(part), files.get(part), out);
    }
  }

  private void writePart(List<Original> originals, List<Path> files, OutputStream out)
      throws IOException, FetchException {
    List<Reader> readers = new ArrayList<>();
    try {
      for (int i = 0; i < files.size(); i++) {
        readers.add(new Reader(originals.get(i).name(), files.get(i)));
      }
      for (List<String> row = row(readers); row != null; row = row(readers)) {
        out.write(line(row));
      }
    } catch (ZipException | EOFException e) {
      throw new FetchException(
          originals.get(Math.min(readers.size(), originals.size() - 1)).name()
              + " cannot be unpacked: "
              + e.getMessage(),
          e);
    } finally {
      for (Reader reader : readers) {
        reader.close();
      }
    }
  }

  /** The next row of files that are side by side, with the answer last; null at their end. */
  private List<String> row(List<Reader> readers) throws IOException, FetchException {
    List<String> row = new ArrayList<>(header.size());
    int ended = 0;
    for (Reader reader : readers) {
      if (!reader.addNext(row)) {
        ended++;
      }
    }
    if (ended == readers.size()) {
      return null;
    }
    if (ended > 0 || row.size() != header.size()) {
      throw new FetchException(
          readers.get(0).place()
              + " has "
              + row.size()
              + " fields, "
              + header.size()
              + " are expected; this is not the file that is known");
    }
    if (answerFirst) {
      row.add(row.remove(0));
    }
    return row;
  }

  private static byte[] line(List<String> fields) {
    return (String.join(",", fields) + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Fields of one published file, line by line. */
  private static final class Reader {

    private final String name;
    private final BufferedReader text;
    private int line;

    Reader(String name, Path file) throws IOException {
      this.name = name;
      InputStream bytes = Files.newInputStream(file);
      try {
        if (name.endsWith(".gz")) {
          bytes = new GunzipStream(bytes);
        }
      } catch (IOException e) {
        bytes.close();
        throw e;
      }
      text =
          new BufferedReader(
              new InputStreamReader(new Bounded(bytes), StandardCharsets.ISO_8859_1));
    }

    String place() {
      return name + ", line " + line + ",";
    }

    /** Appends the fields of the next line that has any; false at the end. */
    boolean addNext(List<String> row) throws IOException, FetchException {
      String next;
      do {
        next = text.readLine();
        line++;
      } while (next != null && next.isBlank());
      if (next == null) {
        return false;
      }
      for (String field : FIELDS_END.split(next.strip())) {
        row.add(plain(field));
      }
      return true;
    }

    private String plain(String field) throws FetchException {
      if (field.length() == 1 && field.charAt(0) >= 'A' && field.charAt(0) <= 'Z') {
        return Integer.toString(field.charAt(0) - 'A' + 1);
      }
      if (!NUMBER.matcher(field).matches()) {
        throw new FetchException(
            place()
                + " has '"
                + field.substring(0, Math.min(field.length(), 20))
                + "', a number is expected; this is not the file that is known");
      }
      if (field.indexOf('.') < 0) {
        return field;
      }
      int end = field.length();
      while (field.charAt(end - 1) == '0') {
        end--;
      }
      String shorter = field.substring(0, field.charAt(end - 1) == '.' ? end - 1 : end);
      return shorter.equals("-0") ? "0" : shorter;
    }

    void close() throws IOException {
      text.close();
    }
  }

  /** A stream that ends with an error when a file is too long. */
  private static final class Bounded extends FilterInputStream {

    private long left = MOST_TEXT;

    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int from, int count) throws IOException {
      int got = super.read(buffer, from, count);
      left -= Math.max(0, got);
      if (left < 0) {
        throw new ZipException("it has more than " + MOST_TEXT + " bytes");
      }
      return got;
    }
  }
}
