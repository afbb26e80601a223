package dev.mercer.evidence.bench.landmarks;

import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The page of {@link CertificateCase}: first what holds over all data sets, then one table per data
 * set.
 */
final class CertificateTables {

  // How much rounding may change a share of a sum of eigenvalues.
  private static final double ROUNDING = 1e-12;

  private static final String REASONS =
      "\nReasons are measured from the whole matrix, by the two steps from the estimate to the truth"
          + " (their product is about the ratio). *norm*: what the estimate allows for the r largest"
          + " eigenvalues of R = K - K^, knowing only its trace and |R|_F, over these eigenvalues;"
          + " large where the spectrum of R is neither flat nor of rank r. *Ky Fan*: these"
          + " eigenvalues over the variance that is really missed; large where the leading"
          + " directions of R are not those of K, so that the landmarks miss little of what the"
          + " components need.";

  private CertificateTables() {}

  /**
   * @param records results by the name of their case
   */
  static void append(Markdown page, Map<String, Map<String, Object>> records) {
    List<Map<String, Object>> all = new ArrayList<>();
    records.values().forEach(record -> all.addAll(Fields.objects(record, "fits")));
    page.heading("In all").paragraph(summary(all)).paragraph(REASONS);
    records.forEach((name, record) -> table(page, name, record));
  }

  /** A sentence about how many bounds hold, and how close the estimates are. */
  static String summary(List<Map<String, Object>> fits) {
    double[] ratios =
        fits.stream()
            .mapToDouble(CertificateCase::ratio)
            .filter(ratio -> !Double.isNaN(ratio))
            .sorted()
            .toArray();
    long within = Arrays.stream(ratios).filter(CertificateTables::close).count();
    String text =
        "The true gap is inside the trace bound in "
            + fits.stream().filter(fit -> inside(fit, "bound")).count()
            + " of "
            + fits.size()
            + " fits and inside the verified bound (99% confidence each) in "
            + fits.stream().filter(fit -> inside(fit, "verified")).count()
            + " of "
            + fits.size()
            + "; wanted: all of the former.";
    if (ratios.length == 0) {
      return text;
    }
    return text
        + String.format(
            Locale.ROOT,
            " Estimate over true gap: median %.2f, from %.2f to %.2f, within %.0fx in %d of %d;"
                + " wanted: that, or the measured ratio with its reason.",
            Timing.median(ratios),
            ratios[0],
            ratios[ratios.length - 1],
            CertificateCase.LARGEST_RATIO,
            within,
            ratios.length)
        + (ratios.length < fits.size()
            ? " "
                + (fits.size() - ratios.length)
                + " fits have no ratio, for what they miss is rounding (below "
                + Markdown.error(CertificateCase.SMALLEST_GAP)
                + ")."
            : "");
  }

  private static boolean inside(Map<String, Object> fit, String bound) {
    return Fields.number(fit, "trueGap") <= Fields.number(fit, bound) + ROUNDING;
  }

  private static boolean close(double ratio) {
    return ratio <= CertificateCase.LARGEST_RATIO && ratio >= 1 / CertificateCase.LARGEST_RATIO;
  }

  private static void table(Markdown page, String name, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> fit : Fields.objects(record, "fits")) {
      double ratio = CertificateCase.ratio(fit);
      boolean holds = inside(fit, "bound") && inside(fit, "verified");
      String reason = Double.isNaN(ratio) || close(ratio) ? "" : reason(fit);
      table.add(
          List.of(
              CertificateCase.centering((boolean) fit.get("center")),
              Fields.text(fit, "selector"),
              Fields.text(fit, "landmarks"),
              Fields.text(fit, "rank"),
              gap(Fields.number(fit, "residualTraceShare")),
              gap(Fields.number(fit, "trueGap")),
              gap(Fields.number(fit, "estimate"))
                  + " ± "
                  + gap(Fields.number(fit, "standardError")),
              gap(Fields.number(fit, "verified")),
              gap(Fields.number(fit, "bound")),
              holds ? "yes" : "**no**",
              Double.isNaN(ratio) ? "–" : String.format(Locale.ROOT, "%.2f", ratio),
              "inside; within 10x or reason",
              Markdown.met(holds && reason != null),
              reason == null ? "" : reason));
    }
    page.heading(name)
        .paragraph(
            record.get("rows")
                + " x "
                + record.get("columns")
                + (record.get("standard").equals(true) ? ", columns standardised" : "")
                + ", "
                + record.get("kernel")
                + ". Gaps are shares of the exact components' variance.")
        .table(
            List.of(
                "features",
                "selector",
                "landmarks",
                "rank",
                "tr(K - K^) / tr K",
                "true gap",
                "estimate",
                "verified",
                "trace bound",
                "inside",
                "estimate / true",
                "wanted",
                "met",
                "reason"),
            table);
  }

  private static String gap(double share) {
    return share != 0 && Math.abs(share) < 1e-4
        ? String.format(Locale.ROOT, "%.1e%%", 100 * share)
        : String.format(Locale.ROOT, "%.3f%%", 100 * share);
  }

  /**
   * Why an estimate is far above the truth, in terms of the two factors between them; null if the
   * estimate is far below, which these factors cannot explain.
   */
  private static String reason(Map<String, Object> fit) {
    if (!fit.containsKey("residualLargest")) {
      return null;
    }
    double captured = Fields.number(fit, "capturedVariance");
    double largest = Fields.number(fit, "residualLargest");
    double assumed = missed(captured, Fields.number(fit, "estimate"));
    double missed = missed(captured, Fields.number(fit, "trueGap"));
    return String.format(
        Locale.ROOT, "norm %.1fx, Ky Fan %.1fx", assumed / largest, largest / missed);
  }

  /** The missed variance that a gap stands for, given the captured variance. */
  private static double missed(double captured, double gap) {
    return captured * gap / (1 - gap);
  }
}
