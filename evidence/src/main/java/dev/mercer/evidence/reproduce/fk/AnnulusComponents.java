package dev.mercer.evidence.reproduce.fk;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.ContourPlot;
import dev.mercer.app.plot.Plot;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Linear;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * FK figure 1: PCA and kernel PCA of points in an annulus, with components drawn over the plane.
 */
final class AnnulusComponents extends PaperPart.Figure {

  /**
   * FK names no width. This is one of the widths among {@link #SIGMAS} for which its sentence about
   * components 4 and 5 is true; the verdict names those for which it is not.
   */
  static final double SIGMA = 1;

  static final List<Double> SIGMAS = List.of(0.1, 0.2, 0.3, 0.4, 0.6, 1.0, 2.0);

  private static final int COMPONENTS = 5;
  private static final int LEVELS = 10;

  /** The share of random point sets in which a statement must be true to be judged as holding. */
  private static final double MOST = 0.9;

  AnnulusComponents() {
    super("FK", 1);
  }

  @Override
  public String claim() {
    return "On points in an annulus PCA can only fit an ellipse, while the fourth and fifth kernel"
        + " components run along the annulus and across it, the natural axes of these points.";
  }

  @Override
  public Outcome run(Lab lab) {
    int draws = lab.pick(5, 50);
    Outcome outcome = new Outcome();
    outcome
        .setting(
            "points", Annulus.POINTS + " (FK gives no number), radii 0.5 to 1 (FK gives" + " none)")
        .setting(
            "kernel",
            "gaussian, sigma "
                + SIGMA
                + " (FK gives none; this is one of the widths in the table at which its sentence"
                + " is true), centered")
        .setting("draws of points", draws + ", seeds from " + lab.seed());
    List<List<ComponentShape>> linear = new ArrayList<>();
    List<List<ComponentShape>> kernel = new ArrayList<>();
    for (int draw = 0; draw < draws; draw++) {
      Annulus annulus = Annulus.of(lab, Annulus.POINTS, lab.seed() + draw);
      KernelPcaModel pca = annulus.fit(new Linear(), 2, lab);
      KernelPcaModel kpca = annulus.fit(Gaussian.sigma(SIGMA), COMPONENTS, lab);
      linear.add(shapes(annulus, pca));
      kernel.add(shapes(annulus, kpca));
      if (draw == 0) {
        ContourPlot picture = new ContourPlot("Curves of equal component (FK figure 1)", LEVELS);
        annulus.draw(picture, "PCA,", pca, 1, 2);
        annulus.draw(picture, "Kernel PCA,", kpca, 1, COMPONENTS);
        outcome.contours("components over the plane", picture);
      }
    }
    table(outcome, linear, kernel);
    judge(outcome, linear, kernel, widths(outcome, lab));
    return outcome;
  }

  private static List<ComponentShape> shapes(Annulus annulus, KernelPcaModel model) {
    Matrix scores = model.transform(annulus.rows());
    return IntStream.range(0, model.rank()).mapToObj(k -> annulus.shape(scores, k)).toList();
  }

  private static void table(
      Outcome outcome, List<List<ComponentShape>> linear, List<List<ComponentShape>> kernel) {
    DataTable table =
        new DataTable(
            "What each component is a function of",
            "components of",
            "component",
            "variance between angles",
            "variance between radii",
            "in the first draw");
    Plot plot =
        Plot.of(
            "Share of a component's variance by angle and by radius",
            "kernel PCA; bars: one standard deviation over draws of the points",
            Plot.Axis.linear("component"),
            Plot.Axis.linear("share of the variance"));
    for (int k = 0; k < 2; k++) {
      row(table, "PCA", k, linear);
    }
    List<Spread> angles = new ArrayList<>();
    List<Spread> radii = new ArrayList<>();
    for (int k = 0; k < COMPONENTS; k++) {
      row(table, "kernel PCA", k, kernel);
      angles.add(angle(kernel, k));
      radii.add(radius(kernel, k));
    }
    double[] numbers = IntStream.rangeClosed(1, COMPONENTS).asDoubleStream().toArray();
    plot = Spread.meanLine(plot, "angle (along)", numbers, angles);
    plot = Spread.meanLine(plot, "radius (across)", numbers, radii);
    outcome.table(table).plot(plot);
  }

  private static void row(
      DataTable table, String method, int k, List<List<ComponentShape>> shapes) {
    table.row(
        method,
        k + 1,
        angle(shapes, k).percent(),
        radius(shapes, k).percent(),
        shapes.get(0).get(k).word());
  }

  private static Spread angle(List<List<ComponentShape>> shapes, int k) {
    return Spread.of(shapes.stream().map(each -> each.get(k).angleShare()).toList());
  }

  private static Spread radius(List<List<ComponentShape>> shapes, int k) {
    return Spread.of(shapes.stream().map(each -> each.get(k).radiusShare()).toList());
  }

  /**
   * Which component is the first across the annulus depends on the width that FK leaves open.
   *
   * @return a text that names the widths for which component 4 runs along the annulus and 5 across
   *     it
   */
  private static String widths(Outcome outcome, Lab lab) {
    DataTable table =
        new DataTable(
            "Components by width of the kernel", "sigma", "1", "2", "3", "4", "5", "6", "7", "8");
    Annulus annulus = Annulus.of(lab, Annulus.POINTS, lab.seed());
    List<String> fitting = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (double sigma : SIGMAS) {
      List<ComponentShape> shapes = shapes(annulus, annulus.fit(Gaussian.sigma(sigma), 8, lab));
      List<Object> row = new ArrayList<>(List.of(sigma));
      shapes.forEach(shape -> row.add(shape.word()));
      while (row.size() < 9) {
        row.add(null);
      }
      table.row(row.toArray());
      boolean fits = shapes.size() > 4 && shapes.get(3).along() && shapes.get(4).across();
      (fits ? fitting : others).add(NumberText.of(sigma));
    }
    outcome.table(table);
    return "the same holds at sigma "
        + String.join(", ", fitting)
        + (others.isEmpty()
            ? ""
            : ", not at "
                + String.join(", ", others)
                + ", where more components along the annulus come before the first across it");
  }

  private static void judge(
      Outcome outcome,
      List<List<ComponentShape>> linear,
      List<List<ComponentShape>> kernel,
      String widths) {
    double most =
        linear.stream()
            .flatMap(List::stream)
            .mapToDouble(ComponentShape::radiusShare)
            .max()
            .orElse(0);
    outcome.verdict(
        "no component of PCA runs across the annulus",
        linear.stream().flatMap(List::stream).noneMatch(ComponentShape::across),
        "at most " + NumberText.percent(most) + " of a component's variance is between radii");
    long along = kernel.stream().filter(each -> each.get(3).along()).count();
    long across = kernel.stream().filter(each -> each.get(4).across()).count();
    outcome.verdict(
        "kernel component 4 runs along the annulus and 5 across it, at a suitable width",
        Math.min(along, across) >= MOST * kernel.size(),
        "at sigma "
            + SIGMA
            + " component 4 runs along it in "
            + along
            + " of "
            + kernel.size()
            + " draws of the points, component 5 across it in "
            + across
            + "; variance of 5 between radii "
            + radius(kernel, 4).percent()
            + "; "
            + widths);
  }
}
