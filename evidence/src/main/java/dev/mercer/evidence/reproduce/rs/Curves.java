package dev.mercer.evidence.reproduce.rs;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.evidence.reproduce.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One quantity measured for several methods over ell, with repeats: one curve with its spread per
 * method.
 */
final class Curves {

  private final String name;
  private final double[] ells;
  private final int repeats;
  private final Map<RsMethod, double[][]> values = new LinkedHashMap<>();

  /**
   * @param name of the quantity, with its unit
   */
  Curves(String name, double[] ells, int repeats) {
    this.name = name;
    this.ells = ells;
    this.repeats = repeats;
  }

  /** Values of ell from 3 to 5, the range of RS. */
  static double[] ells(int steps) {
    double[] ells = new double[steps + 1];
    // Computed from tenths, so that 3.3 is exactly the number printed as 3.3.
    Arrays.setAll(ells, k -> (30 + 20.0 * k / steps) / 10);
    return ells;
  }

  void put(RsMethod method, int ell, int repeat, double value) {
    values.computeIfAbsent(method, key -> new double[ells.length][repeats])[ell][repeat] = value;
  }

  /** Stores the same value for every ell, for a quantity that does not depend on it. */
  void put(RsMethod method, int repeat, double value) {
    for (int k = 0; k < ells.length; k++) {
      put(method, k, repeat, value);
    }
  }

  /**
   * KPCA's value divided by that of each method, repeat by repeat; for seconds these are speed-ups.
   */
  Curves underKpca(String ratioName) {
    Curves ratios = new Curves(ratioName, ells, repeats);
    for (RsMethod method : values.keySet()) {
      for (int k = 0; k < ells.length && method != RsMethod.KPCA; k++) {
        for (int r = 0; r < repeats; r++) {
          ratios.put(method, k, r, values(RsMethod.KPCA, k)[r] / values(method, k)[r]);
        }
      }
    }
    return ratios;
  }

  double[] ells() {
    return ells;
  }

  /** The values of the repeats at one point. */
  double[] values(RsMethod method, int ell) {
    return values.get(method)[ell];
  }

  private Spread spread(RsMethod method, int ell) {
    return Spread.of(values(method, ell));
  }

  double mean(RsMethod method, int ell) {
    return spread(method, ell).mean();
  }

  /** The sample standard deviation; 0 for a single repeat. */
  double deviation(RsMethod method, int ell) {
    return spread(method, ell).deviation();
  }

  double median(RsMethod method, int ell) {
    return spread(method, ell).median();
  }

  /** The smallest and the largest median over ell. */
  double[] medianRange(RsMethod method) {
    double[] medians = new double[ells.length];
    Arrays.setAll(medians, k -> median(method, k));
    Arrays.sort(medians);
    return new double[] {medians[0], medians[medians.length - 1]};
  }

  /** Tests whether two methods differ at one ell, at the significance level of RS. */
  AnalysisOfVariance test(RsMethod one, RsMethod other, int ell) {
    return AnalysisOfVariance.of(values(one, ell), values(other, ell));
  }

  /** A condition on a point of the curves. */
  interface AtEll {
    boolean holds(int ell);
  }

  /**
   * The smallest ell from which the condition holds up to the last; NaN if it does not hold at the
   * last.
   */
  double from(AtEll condition) {
    double from = Double.NaN;
    for (int k = ells.length - 1; k >= 0 && condition.holds(k); k--) {
      from = ells[k];
    }
    return from;
  }

  /** The values of ell at which the condition holds, in words. */
  String where(AtEll condition) {
    List<String> list = new ArrayList<>();
    for (int k = 0; k < ells.length; k++) {
      if (condition.holds(k)) {
        list.add(Texts.number(ells[k]));
      }
    }
    return list.isEmpty() ? "no ell" : "ell = " + String.join(", ", list);
  }

  /** Whether the condition holds at every ell. */
  boolean everywhere(AtEll condition) {
    return from(condition) == ells[0];
  }

  /**
   * Plots means with one standard deviation up and down; KPCA, which has no ell, is a reference
   * line.
   */
  Plot plot(String title, String subtitle, boolean logarithmic) {
    Plot.Axis up = logarithmic ? Plot.Axis.logarithmic(name) : Plot.Axis.linear(name);
    Plot plot = Plot.of(title, subtitle, Plot.Axis.linear("ell"), up);
    for (RsMethod method : values.keySet()) {
      double[] means = new double[ells.length];
      double[] low = new double[ells.length];
      double[] high = new double[ells.length];
      for (int k = 0; k < ells.length; k++) {
        means[k] = mean(method, k);
        low[k] = means[k] - deviation(method, k);
        high[k] = means[k] + deviation(method, k);
        // Values at or below zero cannot be drawn on a logarithmic axis.
        low[k] = logarithmic ? Math.max(low[k], means[k] / 10) : low[k];
      }
      plot =
          method == RsMethod.KPCA
              ? plot.reference(method.label(), ells, means)
              : plot.line(method.label(), ells, means, low, high);
    }
    return plot;
  }

  /** The mean and standard deviation of every method at every ell. */
  DataTable table() {
    List<String> columns = new ArrayList<>(List.of("ell"));
    for (RsMethod method : values.keySet()) {
      columns.add(method.label());
      columns.add(method.label() + " ±");
    }
    DataTable table = new DataTable(name + ", mean and deviation", columns.toArray(String[]::new));
    for (int k = 0; k < ells.length; k++) {
      List<Object> cells = new ArrayList<>(List.of(ells[k]));
      for (RsMethod method : values.keySet()) {
        cells.add(mean(method, k));
        cells.add(deviation(method, k));
      }
      table.row(cells.toArray());
    }
    return table;
  }
}
