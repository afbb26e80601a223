package dev.mercer.app.data;

import dev.mercer.app.data.csv.CsvHeader;

/** Whether the first line of a comma- or tab-separated file names the columns. */
public enum HeaderPolicy {
  /** Decided from the first two records, see {@link CsvHeader}. */
  AUTO,
  YES,
  NO
}
