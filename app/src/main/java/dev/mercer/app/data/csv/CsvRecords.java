package dev.mercer.app.data.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.mercer.app.data.DataException;
import dev.mercer.app.data.file.TextFile;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a delimited text file, one after the other, parsed by FastCSV. Fields are between
 * delimiters, and in double quotes if they contain delimiters or line ends (a quote inside is
 * doubled). Lines end with LF, CRLF or CR; empty lines are skipped. The text is UTF-8 with or
 * without a byte order mark, compressed by gzip or not. Where data could be lost, the parser is
 * strict: a quote that never ends, text after a closing quote, zero bytes and a truncated archive
 * are errors.
 */
final class CsvRecords implements AutoCloseable {

  /** If a field is longer, its quote was left open. */
  private static final int LONGEST_FIELD = 16 << 20;

  private final Path file;
  private final CloseableIterator<Boolean> records;
  private Taker taker;
  private long line = 1;
  private int fields;

  /** Receives the fields of a record, without quotes; their characters are overwritten later. */
  @FunctionalInterface
  interface Taker {
    void take(int field, char[] text, int offset, int length);
  }

  CsvRecords(Path file, boolean compressed, char delimiter) {
    this.file = file;
    try {
      this.records =
          de.siegmar.fastcsv.reader.CsvReader.builder()
              .fieldSeparator(delimiter)
              .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
              .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
              .allowUnclosedQuote(false)
              .maxBufferSize(LONGEST_FIELD)
              .build(new Handler(), new TextWithoutZeros(TextFile.open(file, compressed)))
              .iterator();
    } catch (IOException e) {
      throw TextFile.explain(file, 1, e);
    }
  }

  /** Passes on the next record that is not an empty line; false at the end. */
  boolean next(Taker each) {
    taker = each;
    try {
      return records.hasNext() && records.next();
    } catch (CsvParseException e) {
      if (e.getCause() instanceof DataException ours) {
        throw ours;
      }
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw new DataException(file + " cannot be read as a table: " + reason.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw TextFile.explain(file, line, e.getCause());
    }
  }

  /** The next record; null at the end. */
  List<String> next() {
    List<String> record = new ArrayList<>();
    Taker each = (field, text, offset, length) -> record.add(new String(text, offset, length));
    return next(each) ? record : null;
  }

  /** The number of fields in the last record. */
  int fields() {
    return fields;
  }

  DataException wrong(String what) {
    return new DataException(file + " line " + line + " " + what);
  }

  private final class Handler extends AbstractBaseCsvCallbackHandler<Boolean> {

    @Override
    protected void handleBegin(long startingLine) {
      line = startingLine;
      fields = 0;
    }

    @Override
    protected void handleField(int field, char[] text, int offset, int length, boolean quoted) {
      fields = field + 1;
      taker.take(field, text, offset, length);
    }

    @Override
    protected Boolean buildRecord() {
      return true;
    }
  }

  /** A file with zero bytes is not text, or parts of it were never written. */
  private final class TextWithoutZeros extends FilterReader {

    TextWithoutZeros(Reader in) {
      super(in);
    }

    @Override
    public int read(char[] into, int offset, int count) throws IOException {
      int read = super.read(into, offset, count);
      for (int i = offset; i < offset + read; i++) {
        if (into[i] == 0) {
          throw new DataException(file + " is not text: it holds zero bytes");
        }
      }
      return read;
    }
  }

  @Override
  public void close() {
    try {
      records.close();
    } catch (IOException e) {
      throw TextFile.explain(file, line, e);
    }
  }
}
