package dev.mercer.app.data;

/** Whether the first line of a comma- or tab-separated file names the columns. */
public enum HeaderPolicy {
  /** Decided from the first two lines, see {@link CsvHeader}. */
  AUTO,
  YES,
  NO
}
