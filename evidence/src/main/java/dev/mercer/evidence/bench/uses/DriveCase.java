package dev.mercer.evidence.bench.uses;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.use.drive.FeatureDrive;
import dev.mercer.use.drive.ScoreGradients;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Which input features drive a component, in a case where the answer is known: two of ten columns
 * are a point on a ring, and the others are noise. For every method, the result is the share of
 * these two columns, over the data and over the points that the model holds.
 */
record DriveCase(String name) implements BenchCase {

  private static final int ROWS = 1000;
  private static final int QUICK_ROWS = 300;
  private static final int COLUMNS = 10;
  private static final int RANK = 4;
  private static final int[] RING = {2, 6};
  private static final double NOISE = 0.3;
  private static final double WIDTH_OF_RING = 0.05;

  // Half the median distance: wide enough to see one connected ring, narrow enough to see its
  // shape.
  private static final String GAUSSIAN = "gaussian(sigma=0.9)";

  private record Fit(String kernel, String method, Integer landmarks, String selector) {}

  private static final List<Fit> FITS =
      List.of(
          new Fit("linear", "exact", null, null),
          new Fit(GAUSSIAN, "exact", null, null),
          new Fit(GAUSSIAN, "subset", 100, null),
          new Fit(GAUSSIAN, "reduced", 100, null),
          new Fit(GAUSSIAN, "reduced-set", 100, "kmeans"),
          new Fit(GAUSSIAN, "nystrom", 100, null),
          new Fit(GAUSSIAN, "random-features", 2000, null));

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchCase.say(name);
    DenseRows rows = ring(setting.quick() ? QUICK_ROWS : ROWS);
    List<Object> fits = new ArrayList<>();
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      for (Fit fit : FITS) {
        fits.add(measure(fit, rows, workers));
      }
    }
    return Json.object(
        "rows", rows.count(),
        "columns", COLUMNS,
        "noise", NOISE,
        "fits", fits);
  }

  private static Map<String, Object> measure(Fit fit, DenseRows rows, Workers workers) {
    MethodCatalog.Wishes wishes =
        new MethodCatalog.Wishes(fit.landmarks(), null, null, fit.selector(), null, "auto", "auto");
    KernelPcaModel model =
        KernelPca.with(KernelSpec.kernel(fit.kernel()))
            .rank(RANK)
            .method(MethodCatalog.parse(fit.method(), wishes))
            .seed(1)
            .fit(rows);
    ScoreGradients gradients = ScoreGradients.of(model, workers.threads());
    return Json.object(
        "kernel",
        fit.kernel(),
        "method",
        fit.method(),
        "points",
        model.coefficients().rows(),
        "overData",
        shares(gradients.drive(rows, null)),
        "overPoints",
        model.points() == null
            ? null
            : shares(gradients.drive(model.points(), gradients.pointWeights())));
  }

  /** The share of the two columns of the ring in each component. */
  private static double[] shares(FeatureDrive drive) {
    double[] result = new double[drive.components()];
    for (int c = 0; c < result.length; c++) {
      for (int f : RING) {
        result[c] += drive.shares(c)[f];
      }
    }
    return result;
  }

  static DenseRows ring(int rows) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] values = new double[rows][COLUMNS];
    for (double[] row : values) {
      for (int f = 0; f < COLUMNS; f++) {
        row[f] = NOISE * random.nextGaussian();
      }
      double angle = 2 * Math.PI * random.nextDouble();
      double radius = 1 + WIDTH_OF_RING * random.nextGaussian();
      row[RING[0]] = radius * Math.cos(angle);
      row[RING[1]] = radius * Math.sin(angle);
    }
    return DenseRows.of(values);
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> lines = new ArrayList<>();
    for (Map<String, Object> fit : Fields.objects(record, "fits")) {
      for (String over : List.of("overData", "overPoints")) {
        if (fit.get(over) == null) {
          continue;
        }
        List<String> line = new ArrayList<>();
        line.add(Fields.text(fit, "kernel"));
        line.add(Fields.text(fit, "method"));
        line.add(Fields.text(fit, "points"));
        line.add(over.equals("overData") ? "the data" : "its points");
        for (double share : Fields.numbers(fit, over)) {
          line.add(Markdown.share(share));
        }
        lines.add(line);
      }
    }
    page.heading("Two of ten columns")
        .paragraph(
            Fields.text(record, "rows")
                + " rows: columns 3 and 7 are a point on a ring of radius 1, the other eight normal"
                + " noise of standard deviation "
                + Fields.text(record, "noise")
                + ", together 0.7 times the variance of the ring. The share of the two columns in each"
                + " component. The third and fourth component of PCA are noise; those of kernel PCA"
                + " go around the ring a second time.")
        .table(
            List.of("kernel", "method", "points", "averaged over", "pc1", "pc2", "pc3", "pc4"),
            lines);
  }
}
