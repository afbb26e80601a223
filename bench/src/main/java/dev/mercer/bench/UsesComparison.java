package dev.mercer.bench;

import java.io.IOException;
import java.util.List;

/**
 * Measures what the uses of kernel PCA reach beside the papers' numbers; writes a page each under
 * bench/results. Started by {@code bench/uses}, which explains the arguments.
 */
public final class UsesComparison {

  static final List<BenchPage> PAGES = List.of(PreimageCase.PAGE);

  private UsesComparison() {}

  public static void main(String[] arguments) throws IOException {
    BenchProgram.main(arguments, PAGES);
  }
}
