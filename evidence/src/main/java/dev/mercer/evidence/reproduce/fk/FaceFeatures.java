package dev.mercer.evidence.reproduce.fk;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.evidence.reproduce.Experiment;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.LabeledSplits;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.KernelValueCost;
import dev.mercer.internal.fastsum.SumWish;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * FK sec. 12: features of faces by PCA and kernel PCA for recognition, and whether the fast
 * products help there. FK names this application but runs no experiment; its future work (sec. 14)
 * asks for one.
 */
final class FaceFeatures implements Experiment {

  private static final int SIDE = FacePictures.SIDE;
  private static final double TEST_SHARE = 0.5;
  private static final int[] RANKS = {5, 10, 20, 40, 80, 160};

  /** Lanczos takes some dozens of products for a similar number of components. */
  private static final int PRODUCTS = 200;

  /** The difference of accuracies that counts as "a lot" better. */
  private static final double A_LOT = 0.05;

  /**
   * The number of components at which a linear classifier is tried too, because KPCA was first
   * praised for its features in large numbers.
   */
  private static final int LOGISTIC_RANK = 80;

  private static final double LOGISTIC_C = 1000;

  /** The kernels; widths of the Gaussian are multiples of the median distance of pairs of faces. */
  private static final List<String> KERNELS =
      List.of(
          "gaussian(sigma=auto)",
          "gaussian(sigma=auto/2)",
          "gaussian(sigma=auto/4)",
          "polynomial(degree=2,scale=" + 1.0 / (SIDE * SIDE) + ")",
          "polynomial(degree=3,scale=" + 1.0 / (SIDE * SIDE) + ")");

  private static final String PCA = "PCA";

  /** Accuracies of one kind of feature: by number of components, and with a linear classifier. */
  private record Accuracies(Map<Integer, Spread> neighbor, Spread logistic) {}

  /** How far a kernel is ahead of PCA, over the splits. */
  private record Lead(String name, Spread difference, Spread pca) {}

  private final int smallPeople;
  private final int smallSplits;

  FaceFeatures() {
    this(10, 3);
  }

  /**
   * @param smallPeople the number of people whose faces are used at small scale
   * @param smallSplits the number of splits into training and test rows at small scale
   */
  FaceFeatures(int smallPeople, int smallSplits) {
    this.smallPeople = smallPeople;
    this.smallSplits = smallSplits;
  }

  @Override
  public String id() {
    return "fk-sec12";
  }

  @Override
  public String source() {
    return "FK, section 12";
  }

  @Override
  public String claim() {
    return "Features of faces by kernel PCA classify a lot better than those of linear PCA, and the"
        + " fast methods can be used for such large sets of faces.";
  }

  @Override
  public Outcome run(Lab lab) {
    Lab.Labeled all = lab.csv("yale.csv.gz", "label");
    int people = lab.pick(smallPeople, 38);
    int splits = lab.pick(smallSplits, 10);
    int[] kept =
        IntStream.range(0, all.labels().length)
            .filter(i -> Double.parseDouble(all.labels()[i]) <= people)
            .toArray();
    DenseRows faces = scaled(all.rows().select(kept));
    String[] labels = Arrays.stream(kept).mapToObj(i -> all.labels()[i]).toArray(String[]::new);
    Outcome outcome =
        new Outcome()
            .setting("data", faces.count() + " faces of " + people + " people, pixels 0 to 1")
            .setting("test share", TEST_SHARE)
            .setting("splits", splits + ", seeds from " + lab.seed())
            .setting(
                "classifier", "nearest neighbor, and logistic regression with C = " + LOGISTIC_C)
            .note(
                "The faces are the cropped Extended Yale B, frontal, under changing light; FK names no"
                    + " set, no kernel and no classifier, so only its claim is judged.");
    LabeledSplits cut = new LabeledSplits(labels, TEST_SHARE, splits, lab.seed(), lab.workers());
    Map<String, Accuracies> found = new LinkedHashMap<>();
    double median = median(faces, lab);
    found.put(PCA, accuracies("linear", faces, cut, splits, lab));
    for (String kernel : KERNELS) {
      String spec = width(kernel, median);
      found.put(spec, accuracies(spec, faces, cut, splits, lab));
    }
    report(outcome, found);
    fast(outcome, faces, width(KERNELS.get(0), median), lab);
    String shown = width(KERNELS.get(1), median);
    FacePictures.add(
        outcome,
        faces,
        rank -> fit("linear", rank, faces, lab),
        rank -> fit(shown, rank, faces, lab),
        lab);
    return outcome;
  }

  private static DenseRows scaled(Rows rows) {
    double[] values = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), values, 0);
    for (int i = 0; i < values.length; i++) {
      values[i] /= 255;
    }
    return DenseRows.wrap(rows.count(), rows.columns(), values);
  }

  /** The median distance of pairs of faces, computed as for {@code sigma=auto}. */
  private static double median(DenseRows faces, Lab lab) {
    Kernel kernel =
        KernelPca.with(KernelSpec.parse("gaussian(sigma=auto)"))
            .rank(1)
            .seed(lab.seed())
            .threads(lab.threads())
            .fit(faces)
            .kernel();
    return ((Gaussian) kernel).sigma();
  }

  private static String width(String kernel, double median) {
    int divided = kernel.indexOf("auto/");
    if (divided > 0) {
      double by = Double.parseDouble(kernel.substring(divided + 5, kernel.length() - 1));
      return String.format(Locale.ROOT, "gaussian(sigma=%.4g)", median / by);
    }
    return kernel.replace("auto", String.format(Locale.ROOT, "%.4g", median));
  }

  /**
   * Accuracies by number of components; the components are learned from the training part alone.
   */
  private static Accuracies accuracies(
      String spec, DenseRows faces, LabeledSplits cut, int splits, Lab lab) {
    Matrix[] scores = new Matrix[splits];
    for (int split = 0; split < splits; split++) {
      DenseRows train = DenseRows.copyOf(faces.select(cut.train(split)));
      scores[split] =
          fit(spec, Math.min(RANKS[RANKS.length - 1], train.count() - 1), train, lab)
              .transform(faces);
    }
    Map<Integer, Spread> result = new LinkedHashMap<>();
    for (int rank : RANKS) {
      result.put(
          rank,
          Spread.of(
              cut.accuracies(split -> leading(scores[split], rank), LabeledSplits.neighbors(1))));
    }
    Spread logistic =
        Spread.of(
            cut.accuracies(
                split -> leading(scores[split], LOGISTIC_RANK),
                LabeledSplits.logistic(LOGISTIC_C)));
    return new Accuracies(result, logistic);
  }

  private static KernelPcaModel fit(String spec, int rank, DenseRows rows, Lab lab) {
    return KernelPca.with(KernelSpec.parse(spec))
        .rank(rank)
        .seed(lab.seed())
        .threads(lab.threads())
        .memory(lab.heap())
        .fit(rows);
  }

  private static Matrix leading(Matrix scores, int rank) {
    double[][] rows = new double[scores.rows()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOf(scores.row(i), Math.min(rank, scores.columns()));
    }
    return Matrix.of(rows);
  }

  private static void report(Outcome outcome, Map<String, Accuracies> found) {
    DataTable table =
        new DataTable(
            "Accuracy by number of components",
            "features",
            "5",
            "10",
            "20",
            "40",
            "80",
            "160",
            LOGISTIC_RANK + ", logistic");
    Plot plot =
        Plot.of(
            "Recognition of faces by number of components",
            "nearest neighbor; bars: one standard deviation over splits",
            Plot.Axis.logarithmic("components"),
            Plot.Axis.linear("accuracy"));
    double[] numbers = PointProducts.numbers(RANKS);
    for (Map.Entry<String, Accuracies> entry : found.entrySet()) {
      List<Spread> neighbor = new ArrayList<>(entry.getValue().neighbor().values());
      List<Object> row = new ArrayList<>(List.of(entry.getKey()));
      neighbor.forEach(spread -> row.add(spread.percent()));
      row.add(entry.getValue().logistic().percent());
      table.row(row.toArray());
      plot = Spread.meanLine(plot, entry.getKey(), numbers, neighbor);
    }
    outcome.table(table).plot(plot);
    judge(outcome, found);
  }

  /**
   * Compares with PCA the kernel with the largest lead at any classifier and number of components.
   */
  private static void judge(Outcome outcome, Map<String, Accuracies> found) {
    Accuracies pca = found.get(PCA);
    List<Lead> leads = new ArrayList<>();
    found.forEach(
        (kernel, each) -> {
          if (!kernel.equals(PCA)) {
            for (int rank : RANKS) {
              leads.add(
                  new Lead(
                      kernel + ", nearest neighbor on " + rank + " components",
                      each.neighbor().get(rank).minus(pca.neighbor().get(rank)),
                      pca.neighbor().get(rank)));
            }
            leads.add(
                new Lead(
                    kernel + ", logistic regression on " + LOGISTIC_RANK + " components",
                    each.logistic().minus(pca.logistic()),
                    pca.logistic()));
          }
        });
    Lead best =
        leads.stream()
            .max(Comparator.comparingDouble(lead -> lead.difference().mean()))
            .orElseThrow();
    long ahead = leads.stream().filter(lead -> lead.difference().mean() > 0).count();
    outcome.verdict(
        "kernel components classify a lot better than linear ones",
        best.difference().mean() >= A_LOT
            && best.difference().mean() > 2 * best.difference().standardError(),
        "the largest lead over as many components of PCA is that of "
            + best.name()
            + ": "
            + NumberText.points(best.difference().mean())
            + " (PCA "
            + best.pca().percent()
            + "); ahead in "
            + ahead
            + " of "
            + leads.size()
            + " comparisons. Required: 5 points and two standard errors");
  }

  /** Judges whether a fast product is worthwhile for images. */
  private static void fast(Outcome outcome, DenseRows faces, String gaussian, Lab lab) {
    double[] values = new double[faces.count() * faces.columns()];
    faces.copy(0, faces.count(), values, 0);
    Matrix points = Matrix.wrap(faces.count(), faces.columns(), values);
    double tiles = KernelValueCost.tiled(faces.count(), faces.columns(), 1);
    DataTable table =
        new DataTable(
            "Fast products for these faces",
            "kernel",
            "schemes considered",
            "forecast s a product",
            "exact tiles s a product");
    boolean usable = false;
    List<String> words = new ArrayList<>();
    for (String spec : List.of(gaussian, KERNELS.get(3))) {
      FastSums.Choice choice =
          FastSums.choose(
              points,
              points,
              KernelSpec.kernel(spec),
              new SumWish(
                  "auto", null, 1, PRODUCTS, lab.heap(), lab.threads(), Backend.instance()));
      Double seconds = choice.best() == null ? null : choice.best().productSeconds();
      usable |= seconds != null && seconds < tiles;
      table.row(spec, String.join("; ", choice.considered()), seconds, tiles);
      words.add(spec + ": " + String.join("; ", choice.considered()));
    }
    outcome.table(table);
    outcome.verdict(
        "the fast methods can be used for faces",
        usable,
        String.join(", ", words)
            + "; exact tiles "
            + NumberText.of(tiles)
            + " s per product. With "
            + faces.columns()
            + " pixels an expansion has more terms than there are faces");
  }
}
