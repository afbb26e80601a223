package dev.mercer.evidence.reproduce.sk;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The numbers that SK prints in tables 7 and 8, by row: mean and deviation of squared errors,
 * divided by 10^5.
 */
final class DenoisingPaper {

  static final String WIENER = "Wiener filter";
  static final String MEDIAN = "median filter";

  /** The rows of table 7, with columns for sigma 20, 50, 80, 100. */
  static final Map<String, String[]> GAUSSIAN = new LinkedHashMap<>();

  /** The rows of table 8, with columns for p 0.05, 0.1, 0.2, 0.4. */
  static final Map<String, String[]> SALT_AND_PEPPER = new LinkedHashMap<>();

  static {
    put(GAUSSIAN, "subset, 100", "3.38 ± 1.37|4.64 ± 1.49|6.73 ± 1.70|8.33 ± 2.17");
    put(GAUSSIAN, "reduced, 100", "3.48 ± 1.42|4.71 ± 1.51|6.80 ± 1.74|8.55 ± 2.11");
    put(GAUSSIAN, "subset, 500", "0.99 ± 0.24|3.64 ± 0.82|6.22 ± 1.43|7.95 ± 1.91");
    put(GAUSSIAN, "reduced, 500", "1.01 ± 0.27|3.73 ± 0.81|6.39 ± 1.51|8.14 ± 2.01");
    put(GAUSSIAN, "subset, 1000", "0.93 ± 0.22|3.20 ± 0.83|5.11 ± 1.67|6.18 ± 2.02");
    put(GAUSSIAN, "reduced, 1000", "0.94 ± 0.20|3.27 ± 0.87|5.49 ± 1.60|7.18 ± 1.88");
    put(GAUSSIAN, WIENER, "0.88 ± 0.24|3.14 ± 0.81|5.49 ± 1.43|7.01 ± 1.84");
    put(GAUSSIAN, "FoE", "1.15 ± 2.08|8.48 ± 0.78|23.29 ± 1.90|36.53 ± 2.81");
    put(GAUSSIAN, "BM3D", "1.07 ± 1.80|7.17 ± 1.09|17.39 ± 2.96|25.49 ± 4.17");
    put(SALT_AND_PEPPER, "subset, 100", "4.73 ± 1.51|6.45 ± 1.73|10.07 ± 2.16|18.11 ± 3.06");
    put(SALT_AND_PEPPER, "reduced, 100", "4.79 ± 1.54|6.52 ± 1.72|10.51 ± 2.30|18.80 ± 3.30");
    put(SALT_AND_PEPPER, "subset, 500", "3.61 ± 1.00|5.73 ± 1.34|9.66 ± 2.02|17.87 ± 2.95");
    put(SALT_AND_PEPPER, "reduced, 500", "3.72 ± 1.00|6.00 ± 1.39|10.04 ± 2.13|18.31 ± 3.05");
    put(SALT_AND_PEPPER, "subset, 1000", "3.22 ± 0.98|4.99 ± 1.46|7.93 ± 2.22|13.58 ± 4.72");
    put(SALT_AND_PEPPER, "reduced, 1000", "3.25 ± 1.00|5.15 ± 1.53|8.78 ± 2.22|18.21 ± 2.96");
    put(SALT_AND_PEPPER, WIENER, "3.15 ± 0.87|5.15 ± 1.17|8.93 ± 1.72|17.07 ± 2.61");
    put(SALT_AND_PEPPER, MEDIAN, "3.26 ± 1.44|4.34 ± 1.70|7.36 ± 2.45|21.78 ± 5.62");
  }

  private DenoisingPaper() {}

  private static void put(Map<String, String[]> into, String row, String cells) {
    into.put(row, cells.split("\\|"));
  }
}
