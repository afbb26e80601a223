package dev.mercer.evidence.reproduce;

import java.util.Arrays;
import java.util.Locale;

/** The source papers, in the order in which their results are shown. */
enum Paper {
  RS("shadow densities and reduced-set kernel PCA"),
  RK("Nyström for kernel PCA of large data, with bounds"),
  NY("Nyström kernel PCA of digits"),
  FK("fast kernel PCA for polynomial and Gaussian kernels"),
  SK("subset kernel PCA");

  private final String about;

  Paper(String about) {
    this.about = about;
  }

  /**
   * The paper to which an experiment belongs.
   *
   * @param id of the experiment, which begins with the paper's key, such as {@code rs-fig2}
   */
  static Paper of(String id) {
    return Arrays.stream(values())
        .filter(paper -> id.startsWith(paper.key() + "-"))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("experiment " + id + " is of no paper"));
  }

  private String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name of the page with its results. */
  String file() {
    return key() + ".md";
  }

  /** The heading of that page. */
  String title() {
    return name() + ": " + about;
  }

  String about() {
    return about;
  }
}
