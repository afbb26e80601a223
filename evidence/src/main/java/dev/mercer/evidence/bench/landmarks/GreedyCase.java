package dev.mercer.evidence.bench.landmarks;

import dev.mercer.KernelPca;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Selecting;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.landmark.Greedy;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Exact;
import java.util.List;
import java.util.Map;

/** Greedy landmarks: the time to choose them, and how much better they are than uniform ones. */
record GreedyCase(String name, BenchData rows, Gaussian kernel, int landmarks, int rank)
    implements BenchCase {

  private static final int QUICK_ROWS = 400;
  private static final int QUICK_LANDMARKS = 20;
  private static final double ALLOWED_SECONDS = 30;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchCase.say(name);
    DenseRows loaded = setting.slice(rows, QUICK_ROWS).load(setting.data(), Precision.DOUBLE);
    int m = setting.quick() ? QUICK_LANDMARKS : landmarks;
    Selecting selecting = new Selecting(loaded, kernel, true, rank);
    Timing<Landmarks> timing =
        Timing.of(() -> selecting.select(new Greedy(1), m, 0), setting.quick());
    int[] uniform = selecting.select(new Uniform(), m, 0).rows();
    double[] exact =
        KernelPca.with(kernel).rank(rank).method(Exact.auto()).fit(loaded).eigenvalues();
    return Json.object(
        "rows", loaded.count(),
        "kernel", kernel.spec(),
        "landmarks", m,
        "rank", rank,
        "seconds", timing.seconds(),
        "gap", Selecting.trueGap(selecting.fit(timing.result().rows(), false), exact),
        "uniformGap", Selecting.trueGap(selecting.fit(uniform, false), exact));
  }

  static void append(Markdown page, Map<String, Object> record) {
    double[] seconds = Fields.numbers(record, "seconds");
    page.heading("Greedy landmarks")
        .paragraph(
            "`greedy` by J_1 at rank "
                + record.get("rank")
                + ", centred, on the test part of pendigits: the choice alone, warm. The gap is the"
                + " share of the exact components' variance that subset on these landmarks misses.")
        .table(
            List.of("rows", "kernel", "landmarks", "s", "gap", "uniform's gap", "wanted", "met"),
            List.of(
                List.of(
                    Fields.text(record, "rows"),
                    Fields.text(record, "kernel"),
                    Fields.text(record, "landmarks"),
                    Timing.text(seconds),
                    Markdown.error(Fields.number(record, "gap")),
                    Markdown.error(Fields.number(record, "uniformGap")),
                    "under " + Timing.text(ALLOWED_SECONDS) + " s",
                    Markdown.met(Timing.median(seconds) < ALLOWED_SECONDS))));
  }
}
