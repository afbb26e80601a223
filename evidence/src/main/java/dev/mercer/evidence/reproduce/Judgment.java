package dev.mercer.evidence.reproduce;

import java.util.Arrays;

/**
 * The possible verdicts on a paper's claim. This is the only place that lists them: pages, records
 * and counts take them from here, in this order.
 */
public enum Judgment {
  /** What was measured agrees with the claim. */
  HOLDS("holds"),

  /** What was measured contradicts the claim. */
  DIFFERS("differs");

  private final String word;

  Judgment(String word) {
    this.word = word;
  }

  /** The verdict for a claim that was found to hold, or not to hold. */
  static Judgment of(boolean holds) {
    return holds ? HOLDS : DIFFERS;
  }

  /**
   * The verdict that is written as this word.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Judgment named(String word) {
    return Arrays.stream(values())
        .filter(judgment -> judgment.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is no verdict"));
  }

  /** The word that pages and records use for it. */
  public String word() {
    return word;
  }

  /** The word in Markdown, formatted so that claims that do not hold stand out. */
  String markdown() {
    return holds() ? word : "**" + word + "**";
  }

  /** Whether the claim stands as the paper makes it. */
  public boolean holds() {
    return this == HOLDS;
  }
}
