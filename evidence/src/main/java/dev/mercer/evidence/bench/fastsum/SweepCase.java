package dev.mercer.evidence.bench.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Random sums of every kind by every scheme that supports them. They answer two questions: does any
 * error exceed its bound, and is a request for an unreachable error refused with a message that
 * names the error that can be reached? {@link SweepDraw} draws the sums.
 */
record SweepCase(String name) implements BenchCase {

  private static final int CASES = 300;
  private static final int QUICK_CASES = 20;
  private static final int THREADS = 2;
  private static final int KEPT = 10;

  /** Products with a forecast above this many seconds are left out and counted. */
  private static final double LONGEST = 0.5;

  /** An error below the rounding error of any kernel value. */
  private static final double UNREACHABLE = 1e-18;

  /** What one scheme did over all cases. */
  private static final class Tally {
    int sums;
    int leftOut;
    double worst;
  }

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchCase.say(name);
    int cases = setting.quick() ? QUICK_CASES : CASES;
    Map<String, Tally> tallies = new LinkedHashMap<>();
    List<Map<String, Object>> found = new ArrayList<>();
    List<String> refusals = new ArrayList<>();
    int refused = 0;
    try (Workers workers = Workers.of(THREADS)) {
      for (int seed = 0; seed < cases; seed++) {
        SweepDraw draw = new SweepDraw(seed);
        for (String scheme : FastSums.SCHEMES) {
          try {
            check(draw, scheme, tallies, found, workers);
          } catch (IllegalArgumentException e) {
            refused++;
            if (!e.getMessage().contains("reach")) {
              refusals.add(draw.text() + ": " + e.getMessage());
            }
          }
        }
      }
    }
    List<Object> schemes = new ArrayList<>();
    tallies.forEach(
        (scheme, tally) ->
            schemes.add(
                Json.object(
                    "scheme", scheme,
                    "sums", tally.sums,
                    "leftOut", tally.leftOut,
                    "worst", tally.worst)));
    found.sort(Comparator.comparingDouble(entry -> -Fields.number(entry, "ratio")));
    return Json.object(
        "cases", cases,
        "schemes", schemes,
        "refused", refused,
        "strangeRefusals", refusals,
        "unreachable", unreachable(),
        "worst", List.copyOf(found.subList(0, Math.min(KEPT, found.size()))));
  }

  private static void check(
      SweepDraw draw,
      String scheme,
      Map<String, Tally> tallies,
      List<Map<String, Object>> found,
      Workers workers) {
    SumTask task = draw.task();
    SumForecast forecast = task.forecast(scheme, 1, THREADS);
    if (forecast == null) {
      return;
    }
    Tally tally = tallies.computeIfAbsent(scheme, key -> new Tally());
    if (forecast.seconds(1) > LONGEST) {
      tally.leftOut++;
      return;
    }
    KernelSum sum = forecast.build(workers);
    double error = task.largestError(sum);
    double bound = sum.errorBound();
    // A requested error is a bound as well; polynomial sums without one have only their own bound.
    double allowed = task.error() == null ? bound : Math.min(bound, task.error());
    double ratio = error == 0 ? 0 : error / allowed;
    tally.sums++;
    tally.worst = Math.max(tally.worst, Double.isFinite(ratio) ? ratio : Double.MAX_VALUE);
    if (scheme.equals(FastSums.AUTO)) {
      return;
    }
    found.add(
        Json.object(
            "case",
            draw.text(),
            "scheme",
            sum.scheme(),
            "error",
            error,
            "bound",
            bound,
            "ratio",
            Double.isFinite(ratio) ? ratio : Double.MAX_VALUE));
  }

  /** The message that refuses an error below rounding; null if the request is granted. */
  private static String unreachable() {
    Matrix points = SumTask.unitCube(100, 2);
    try {
      SumTask.square(points, Gaussian.sigma(1), UNREACHABLE).forecast(FastSums.AUTO, 1, THREADS);
      return null;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> scheme : Fields.objects(record, "schemes")) {
      double worst = Fields.number(scheme, "worst");
      table.add(
          List.of(
              Fields.text(scheme, "scheme"),
              Fields.text(scheme, "sums"),
              Fields.text(scheme, "leftOut"),
              String.format(Locale.ROOT, "%.5f", worst),
              "at most 1",
              Markdown.met(worst <= 1)));
    }
    page.heading("No error above its bound: a randomised sweep")
        .paragraph(
            record.get("cases")
                + " seeded random cases: d from 1 to 8, sigma from 1e-3 to 1e3, up to 5,000 uniform,"
                + " clustered, collinear, duplicate, far-away and shifted points, rectangular or not,"
                + " errors from 1e-3 to 1e-12, Gaussian and other kernels. Every scheme that serves"
                + " is compared with kernel values on a sample; the ratio is the largest error over"
                + " the smaller of bound and error asked for.")
        .table(
            List.of("scheme", "sums", "too long, left out", "worst ratio", "wanted", "met"), table)
        .paragraph(
            "\nRefused because of rounding or size: "
                + record.get("refused")
                + "; of these without naming what can be reached: "
                + ((List<?>) record.get("strangeRefusals")).size()
                + ". An error of "
                + Markdown.error(UNREACHABLE)
                + " of a Gaussian is answered with: \""
                + record.get("unreachable")
                + "\".")
        .paragraph("\nThe closest to their bounds:");
    List<List<String>> worst = new ArrayList<>();
    for (Map<String, Object> entry : Fields.objects(record, "worst")) {
      worst.add(
          List.of(
              Fields.text(entry, "case"),
              Fields.text(entry, "scheme"),
              Markdown.error(Fields.number(entry, "error")),
              Markdown.error(Fields.number(entry, "bound")),
              String.format(Locale.ROOT, "%.5f", Fields.number(entry, "ratio"))));
    }
    page.table(List.of("case", "scheme", "largest error", "bound", "ratio"), worst);
  }
}
