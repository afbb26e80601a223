package dev.mercer.evidence.reproduce.fk;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.evidence.reproduce.Stopwatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Times of the straightforward and the fast product against N, compared with what FK says about
 * them in figures 4 and 8. The fast product also runs on more points than FK has, where the
 * straightforward one would take too long; only there does the growth of the fast product become
 * visible.
 */
final class ProductTimes {

  static final int[] BEYOND = {2000, 5000, 10_000, 30_000, 100_000};

  private static final double WARM_TIMES = 4;
  private static final int ROUNDS = 5;

  /**
   * The least exponent that counts as growth like N^2; exponents are measured over one or two
   * decades.
   */
  private static final double LEAST_QUADRATIC = 1.7;

  private static final double MOST_LINEAR = 1.3;

  /** The two products for one N; the straightforward one is run only up to FK's largest N. */
  record Works(Runnable plain, Runnable fast, String remark) {}

  interface Maker {
    Works of(int n);
  }

  private ProductTimes() {}

  static void measure(
      Outcome outcome, String title, String remark, int[] sizes, double enough, Maker maker) {
    DataTable table =
        new DataTable(
            title,
            "N",
            "straightforward ms",
            "fast ms",
            "fast is faster by",
            "fast ms, quartiles",
            remark);
    int[] all = IntStream.concat(Arrays.stream(sizes), Arrays.stream(BEYOND)).toArray();
    List<Works> works = new ArrayList<>();
    for (int n : all) {
      works.add(maker.of(n));
    }
    warm(works.get(sizes.length - 1), enough);
    // Every round has all sizes, so that a temporary disturbance affects all of them alike.
    List<List<Spread>> plainRounds = new ArrayList<>();
    List<List<Spread>> fastRounds = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (int k = 0; k < all.length; k++) {
        if (round == 0) {
          plainRounds.add(new ArrayList<>());
          fastRounds.add(new ArrayList<>());
        }
        if (k < sizes.length) {
          plainRounds.get(k).add(Stopwatch.cpu(works.get(k).plain(), enough / ROUNDS));
        }
        fastRounds.get(k).add(Stopwatch.cpu(works.get(k).fast(), enough / ROUNDS));
      }
    }
    List<Spread> plain = plainRounds.stream().limit(sizes.length).map(Spread::together).toList();
    List<Spread> fast = fastRounds.stream().map(Spread::together).toList();
    for (int k = 0; k < all.length; k++) {
      Spread slow = k < sizes.length ? plain.get(k) : null;
      row(table, all[k], slow, fast.get(k), works.get(k).remark());
    }
    double[] numbers = PointProducts.numbers(sizes);
    Plot plot =
        Plot.of(
            title + ", against N",
            "processor time, one thread; medians, bars: quartiles of repeated runs",
            Plot.Axis.logarithmic("N"),
            Plot.Axis.logarithmic("processor seconds"));
    plot = Spread.medianLine(plot, "straightforward", numbers, plain);
    plot = Spread.medianLine(plot, "fast", PointProducts.numbers(all), fast);
    outcome.table(table).plot(plot);
    judge(outcome, numbers, plain, PointProducts.numbers(all), fast);
  }

  /** Warms up, so that the first size is not slowed down by compilation in the virtual machine. */
  private static void warm(Works works, double enough) {
    Stopwatch.cpu(works.plain(), WARM_TIMES * enough);
    Stopwatch.cpu(works.fast(), WARM_TIMES * enough);
  }

  private static void judge(
      Outcome outcome, double[] sizes, List<Spread> plain, double[] all, List<Spread> fast) {
    double[] plainLeast = least(plain, 0);
    double[] fastLeast = least(fast, 0);
    int end = sizes.length - 1;
    double ratio = plainLeast[end] / fastLeast[end];
    outcome.verdict(
        "the fast product is faster",
        ratio > 1,
        NumberText.of(ratio)
            + " times at N = "
            + NumberText.of(sizes[end])
            + ", "
            + NumberText.of(plainLeast[0] / fastLeast[0])
            + " times at N = "
            + NumberText.of(sizes[0]));
    double square = Stopwatch.growth(sizes, plainLeast);
    // Growth is measured beyond FK's sizes, where the constant part no longer dominates.
    double[] beyond = Arrays.copyOfRange(all, end, all.length);
    double line = Stopwatch.growth(beyond, least(fast, end));
    outcome.verdict(
        "the straightforward time grows like N squared, the fast one like N",
        square >= LEAST_QUADRATIC && line <= MOST_LINEAR,
        "measured exponents "
            + NumberText.of(square)
            + " over N up to "
            + NumberText.of(sizes[end])
            + " and "
            + NumberText.of(line)
            + " over N from "
            + NumberText.of(sizes[end])
            + " to "
            + NumberText.of(all[all.length - 1]));
  }

  private static double[] least(List<Spread> spreads, int from) {
    return spreads.stream().skip(from).mapToDouble(Spread::least).toArray();
  }

  private static void row(DataTable table, int n, Spread plain, Spread fast, String remark) {
    table.row(
        n,
        plain == null ? null : 1e3 * plain.median(),
        1e3 * fast.median(),
        plain == null ? null : plain.least() / fast.least(),
        NumberText.of(1e3 * fast.quantile(0.25))
            + " to "
            + NumberText.of(1e3 * fast.quantile(0.75)),
        remark);
  }
}
