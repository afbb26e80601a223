package dev.mercer.app.report;

import dev.mercer.Certificate;
import dev.mercer.FitReport;
import dev.mercer.app.cli.console.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A report as text for a person. */
public final class Summary {

  private static final int MOST_ROWS = 30;
  private static final int MOST_NAMES = 60;

  private Summary() {}

  public static String of(FitReport report) {
    StringBuilder text = new StringBuilder();
    line(text, "samples", report.samples() + " x " + report.features());
    line(text, "kernel", kernel(report));
    line(text, "method", report.method() + ", centre " + report.center());
    if (report.selector().isPresent() && report.landmarks().isPresent()) {
      int count = report.landmarks().getAsInt();
      line(text, "points", count + " landmarks by " + report.selector().get());
    }
    classes(text, report);
    line(text, "rank", rank(report));
    double together = 0;
    double[] values = report.eigenvalues();
    double[] shares = report.explainedVariance();
    // If shares are only known within bounds, their columns are kept but left empty.
    boolean ratios = report.fact("ridge").isPresent();
    text.append(
        ratios
            ? String.format(Locale.ROOT, "%n%4s %16s%n", "", "ratio")
            : String.format(
                Locale.ROOT, "%n%4s %16s %10s %10s%n", "", "eigenvalue", "explained", "together"));
    for (int i = 0; i < values.length; i++) {
      if (i == MOST_ROWS) {
        text.append("   … ").append(values.length - i).append(" more in the report\n");
        break;
      }
      String share = "";
      if (shares.length > i) {
        together += shares[i];
        share = String.format(Locale.ROOT, "%9.3f%% %9.3f%%", 100 * shares[i], 100 * together);
      }
      text.append(String.format(Locale.ROOT, "%4d %16.8g %s%n", i + 1, values[i], share));
    }
    text.append('\n');
    if (!Double.isNaN(report.empiricalError())) {
      line(
          text,
          "error",
          String.format(
              Locale.ROOT,
              "%.6g a row, of total variance %.6g",
              report.empiricalError(),
              report.totalVariance()));
    } else if (report.reason("empiricalError") != null) {
      line(text, "error", "none: " + report.reason("empiricalError"));
    }
    products(text, report.operator());
    certificate(text, report.certificate());
    line(text, "time", String.format(Locale.ROOT, "%.3f s", report.seconds()));
    return text.toString();
  }

  /** The classes that a discriminant separates, and its ridge. */
  private static void classes(StringBuilder text, FitReport report) {
    if (report.fact("classes").orElse(null) instanceof List<?> classes
        && report.fact("ridge").orElse(null) instanceof Number ridge
        && report.fact("penalty").orElse(null) instanceof String penalty) {
      String names = classes.stream().map(String::valueOf).collect(Collectors.joining(", "));
      line(
          text,
          "classes",
          classes.size()
              + ": "
              + (names.length() <= MOST_NAMES ? names : names.substring(0, MOST_NAMES) + "…"));
      line(
          text,
          "ridge",
          String.format(Locale.ROOT, "%.6g on the %s of axes", ridge.doubleValue(), penalty));
    }
  }

  /** How fast sums replaced the computation of kernel values. */
  private static void products(StringBuilder text, FitReport.Operator use) {
    if (use.scheme().isPresent()
        && use.errorBound().isPresent()
        && use.sampledError().isPresent()) {
      line(
          text,
          "products",
          String.format(
              Locale.ROOT,
              "%s, every kernel value within %.2g, sampled %.2g",
              use.scheme().get(),
              use.errorBound().getAsDouble(),
              use.sampledError().getAsDouble()));
    }
  }

  /** The proven bounds of an approximate fit, in words. */
  private static void certificate(StringBuilder text, Certificate certificate) {
    if (certificate == null) {
      return;
    }
    List<String> gaps = new ArrayList<>(); // only numbers that are finite
    if (certificate.single("optimalityGap")) {
      gaps.add(share(certificate.value("optimalityGap")) + " for sure");
    }
    if (certificate.single("optimalityGapEstimate")) {
      gaps.add(share(certificate.value("optimalityGapEstimate")) + " by estimate");
    }
    String verified =
        certificate.single("refinedOptimalityGap")
            ? "refinedOptimalityGap"
            : "verifiedOptimalityGap";
    if (certificate.single(verified)) {
      gaps.add(share(certificate.value(verified)) + " with 99% confidence");
    }
    if (!gaps.isEmpty()) {
      line(text, "gap", "misses of the best possible variance at most " + String.join(", ", gaps));
    }
    if (certificate.reason("optimalityGap") != null) {
      line(text, "gap", "none for sure: " + certificate.reason("optimalityGap"));
    }
    if (certificate.single("explainedVarianceLow") && certificate.single("explainedVarianceHigh")) {
      line(
          text,
          "explains",
          share(certificate.value("explainedVarianceLow"))
              + " to "
              + share(certificate.value("explainedVarianceHigh"))
              + " of the variance together");
    }
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%.3g%%", 100 * value);
  }

  private static String kernel(FitReport report) {
    return report.sigma().isPresent() && report.gamma().isPresent()
        ? report.kernel()
            + String.format(
                Locale.ROOT,
                " (sigma %.6g, gamma %.6g)",
                report.sigma().getAsDouble(),
                report.gamma().getAsDouble())
        : report.kernel();
  }

  private static String rank(FitReport report) {
    String reason = report.rankReason();
    if (reason == null) {
      return Integer.toString(report.rank());
    }
    return report.varianceRequested().isPresent()
        ? report.rank()
            + ", "
            + report.varianceRequested().getAsDouble()
            + " of the variance asked for: "
            + reason
        : report.rank() + " of " + report.rankRequested() + " asked for: " + reason;
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-8s %s%n", name, Visible.line(value)));
  }
}
