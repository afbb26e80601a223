package dev.mercer.evidence.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A Markdown page of headings, sentences and tables. */
public final class Markdown {

  private final StringBuilder text = new StringBuilder();

  public Markdown heading(String title) {
    text.append(text.isEmpty() ? "# " : "\n## ").append(title).append("\n\n");
    return this;
  }

  public Markdown paragraph(String sentence) {
    text.append(sentence).append("\n");
    return this;
  }

  /** A table under its column headings; nothing is added if it has no rows. */
  public Markdown table(List<String> headings, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return this;
    }
    List<List<String>> all = new ArrayList<>(List.of(headings));
    all.addAll(rows);
    text.append("\n");
    for (int i = 0; i < all.size(); i++) {
      text.append("| ").append(String.join(" | ", all.get(i))).append(" |\n");
      if (i == 0) {
        text.append("|").append("---|".repeat(headings.size())).append("\n");
      }
    }
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  public static String gigabytes(double bytes) {
    return String.format(Locale.ROOT, "%.2f GB", bytes / 1e9);
  }

  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f%%", 100 * share);
  }

  /** A share in percent, with two decimals. */
  public static String share(double share) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * share);
  }

  /** A number with one decimal and a separator between thousands. */
  public static String number(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }

  /** A relative error with two digits; {@code –} if it is unknown. */
  public static String error(double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.1e", value);
  }

  public static String met(boolean met) {
    return met ? "yes" : "**no**";
  }
}
