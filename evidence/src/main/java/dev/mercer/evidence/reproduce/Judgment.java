package dev.mercer.evidence.reproduce;

import java.util.Arrays;

/**
 * What a claim of a paper may turn out to be. This is the only place that lists the possible
 * verdicts: pages, records and counts take them from here, in this order.
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

  /** The verdict on a claim that was found to hold, or not to. */
  static Judgment of(boolean holds) {
    return holds ? HOLDS : DIFFERS;
  }

  /**
   * The verdict that is written as this word.
   *
   * @throws IllegalArgumentException where none is
   */
  static Judgment named(String word) {
    return Arrays.stream(values())
        .filter(judgment -> judgment.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is no verdict"));
  }

  /** How it is written on pages and in records. */
  public String word() {
    return word;
  }

  /** The word on a page of Markdown, where what does not hold is seen at a glance. */
  String markdown() {
    return holds() ? word : "**" + word + "**";
  }

  /** Whether the claim stands as the paper makes it. */
  public boolean holds() {
    return this == HOLDS;
  }
}
