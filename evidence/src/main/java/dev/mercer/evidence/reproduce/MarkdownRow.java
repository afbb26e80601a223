package dev.mercer.evidence.reproduce;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A row of a Markdown table. */
final class MarkdownRow {

  private MarkdownRow() {}

  /** The row with its line end; bars in a cell are escaped. */
  static String of(Object... cells) {
    return Arrays.stream(cells)
        .map(cell -> String.valueOf(cell).replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
