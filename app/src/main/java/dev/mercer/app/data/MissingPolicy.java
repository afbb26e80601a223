package dev.mercer.app.data;

/** What happens to a row with a NaN, infinite or missing value. */
public enum MissingPolicy {
  /** The first such cell stops the reading, with an error that names it. */
  ERROR,
  /** Such rows are left out and counted. */
  DROP,
  /**
   * Such rows are kept and marked as {@link RowBlock#incomplete}, so that results stay aligned with
   * the input.
   */
  NAN
}
