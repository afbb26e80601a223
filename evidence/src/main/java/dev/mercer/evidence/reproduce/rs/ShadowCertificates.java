package dev.mercer.evidence.reproduce.rs;

import dev.mercer.Certificate;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.evidence.reproduce.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * RS's bounds (sec. 5) next to the quantities they bound, over ell, as the certificates of shadow
 * fits contain them.
 */
final class ShadowCertificates {

  /** Each measured quantity and its bound in the certificate, with the place in the paper. */
  private static final Map<String, String> PLACES =
      Map.of(
          "mmd", "MMD (21)",
          "eigenvalueSquaredDifference", "eigenvalues (5.2)",
          "operatorDifference", "operators (23)",
          "projectionDifference", "projections (24)");

  private static final List<String[]> PAIRS =
      List.of(
          new String[] {"mmd", "mmdBound"},
          new String[] {"eigenvalueSquaredDifference", "eigenvalueSquaredDifferenceBound"},
          new String[] {"operatorDifference", "operatorBound"},
          new String[] {"projectionDifference", "projectionBound"});

  private record Entry(double ell, int centers, Certificate certificate) {

    double value(String name) {
      return certificate.has(name) ? certificate.value(name) : Double.NaN;
    }
  }

  private final List<Entry> entries = new ArrayList<>();

  void add(double ell, int centers, Certificate certificate) {
    entries.add(new Entry(ell, centers, certificate));
  }

  /**
   * Adds a table, a plot and a verdict: whether the bounds hold wherever both sides are available.
   */
  void report(Outcome outcome, String subtitle) {
    DataTable table =
        new DataTable(
            "RS's bounds beside the measured values",
            "ell",
            "centers",
            "MMD",
            "bound (21)",
            "squared eigenvalue difference",
            "bound (5.2)",
            "operator difference",
            "bound (23)",
            "projection difference",
            "bound (24)");
    int checked = 0;
    List<String> broken = new ArrayList<>();
    double tightest = 0;
    for (Entry entry : entries) {
      List<Object> cells = new ArrayList<>(List.of(entry.ell(), entry.centers()));
      for (String[] pair : PAIRS) {
        double measured = entry.value(pair[0]);
        double bound = entry.value(pair[1]);
        cells.add(measured);
        cells.add(bound);
        if (!Double.isNaN(measured) && !Double.isNaN(bound)) {
          checked++;
          tightest = Math.max(tightest, measured / bound);
          if (measured > bound) {
            broken.add(PLACES.get(pair[0]) + " at ell " + Texts.number(entry.ell()));
          }
        }
      }
      table.row(cells.toArray());
    }
    outcome.table(table);
    outcome.plot(plot(subtitle));
    outcome.verdict(
        "the bounds of section 5 hold",
        checked > 0 && broken.isEmpty(),
        broken.isEmpty()
            ? checked
                + " bounds were compared with measured values and none is broken; a measured"
                + " value is at most "
                + Texts.number(tightest)
                + " of its bound"
            : String.join(", ", broken));
    if (entries.stream().anyMatch(entry -> !entry.certificate().has("projectionBound"))) {
      outcome.note(
          "The bound (24) of the projections exists only where the operator bound is below a"
              + " quarter of the gap between eigenvalues r and r + 1. Elsewhere the table leaves"
              + " it empty.");
    }
  }

  private Plot plot(String subtitle) {
    double[] ells = entries.stream().mapToDouble(Entry::ell).toArray();
    Plot plot =
        Plot.of(
            "Bounds and measured values",
            subtitle,
            Plot.Axis.linear("ell"),
            Plot.Axis.logarithmic("value"));
    for (String[] pair : PAIRS) {
      for (String name : pair) {
        double[] values = entries.stream().mapToDouble(entry -> entry.value(name)).toArray();
        if (Arrays.stream(values).allMatch(value -> value > 0)) {
          plot =
              name.equals(pair[0])
                  ? plot.line(PLACES.get(pair[0]), ells, values)
                  : plot.reference("bound, " + PLACES.get(pair[0]), ells, values);
        }
      }
    }
    return plot;
  }
}
