package dev.mercer.evidence.reproduce.rk;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.ContourPlot;
import dev.mercer.app.plot.Plot;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Linear;
import dev.mercer.kernel.Polynomial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * RK figure 1: points whose directions of largest spread are not at right angles, although PCA
 * finds directions at right angles. RK gives no data; here the points lie on two arms that cross.
 */
final class CrossedDirections extends PaperPart.Figure {

  /** A direction counts as that of an arm if it is within this many degrees of it. */
  private static final double NEAR = 10;

  private static final double EDGE = 1.2;
  private static final int CELLS = 64;
  private static final int LEVELS = 8;
  private static final int COMPONENTS = 4;

  CrossedDirections() {
    super("RK", 1);
  }

  @Override
  public String claim() {
    return "PCA always finds directions at right angles, even where the directions in which the"
        + " data spread most are not at right angles; such data need nonlinear components.";
  }

  @Override
  public Outcome run(Lab lab) {
    int draws = lab.pick(10, 100);
    Outcome outcome =
        new Outcome()
            .setting(
                "points",
                CrossedArms.POINTS + " on two arms at 10 and 70 degrees (RK gives no data)")
            .setting("draws", draws + ", seeds from " + lab.seed());
    List<Double> between = new ArrayList<>();
    List<Double> nearest = new ArrayList<>();
    List<Double> apart = new ArrayList<>();
    List<Double> localError = new ArrayList<>();
    int maxima = 0;
    Map<String, double[]> told = new LinkedHashMap<>();
    for (int draw = 0; draw < draws; draw++) {
      CrossedArms cross = CrossedArms.draw(lab.seed() + draw);
      Matrix axes = axes(fit(new Linear(), 2, cross, lab));
      double[] angles = {angle(axes, 0), angle(axes, 1)};
      between.add(CrossedArms.distance(angles[0], angles[1]));
      for (double found : angles) {
        nearest.add(
            Math.min(
                CrossedArms.distance(found, CrossedArms.ARMS[0]),
                CrossedArms.distance(found, CrossedArms.ARMS[1])));
      }
      maxima = Math.max(maxima, CrossedArms.peaks(cross.profile(2)).size());
      List<Double> peaks = CrossedArms.peaks(cross.profile(CrossedArms.LOCAL));
      if (peaks.size() == 2) {
        apart.add(CrossedArms.distance(peaks.get(0), peaks.get(1)));
      }
      for (double peak : peaks) {
        localError.add(
            Math.min(
                CrossedArms.distance(peak, CrossedArms.ARMS[0]),
                CrossedArms.distance(peak, CrossedArms.ARMS[1])));
      }
      int place = draw;
      kernels()
          .forEach(
              (name, kernel) ->
                  told.computeIfAbsent(name, key -> new double[draws])[place] =
                      tells(cross, fit(kernel, name.equals("PCA") ? 2 : COMPONENTS, cross, lab)));
      if (draw == 0) {
        pictures(outcome, cross, angles, lab);
      }
    }
    table(outcome, between, nearest, apart, localError, told);
    outcome.verdict(
        "PCA's directions are at right angles",
        between.stream().allMatch(angle -> Math.abs(angle - 90) < 1e-6),
        "angle between them " + Spread.of(between).text() + " degrees");
    outcome.verdict(
        "neither of PCA's directions is one in which the data spread most",
        Spread.of(nearest).least() > NEAR,
        "the nearer arm is "
            + Spread.of(nearest).text()
            + " degrees away, at least "
            + NumberText.of(Spread.of(nearest).least())
            + "; the arms cross at 60 degrees and the maxima of the local variance at "
            + (apart.isEmpty() ? "no two angles" : Spread.of(apart).text()));
    outcome.verdict(
        "the data have several directions of locally largest variance",
        maxima > 1,
        "the variance along a direction, w'Cw, has "
            + maxima
            + " maximum in half a turn, whatever the data. What RK draws are maxima of something"
            + " else, such as the variance of the points near a direction, which lie within "
            + NumberText.of(Spread.of(localError).largest())
            + " degrees of the arms");
    double linear = Spread.of(told.get("PCA")).mean();
    String best =
        told.keySet().stream()
            .max(
                (one, other) ->
                    Double.compare(
                        Spread.of(told.get(one)).mean(), Spread.of(told.get(other)).mean()))
            .orElseThrow();
    outcome.verdict(
        "nonlinear components show what linear ones cannot: on which arm a point lies",
        Spread.of(told.get(best)).mean() > 0.5 && linear < 0.1,
        "one component explains at most "
            + NumberText.percent(linear)
            + " of the arms' variance with PCA, "
            + Spread.of(told.get(best)).percent()
            + " with "
            + best);
    return outcome;
  }

  private static Map<String, Kernel> kernels() {
    Map<String, Kernel> kernels = new LinkedHashMap<>();
    kernels.put("PCA", new Linear());
    kernels.put("polynomial(degree=2)", new Polynomial(1, 1, 2));
    kernels.put("gaussian(sigma=0.5)", Gaussian.sigma(0.5));
    return kernels;
  }

  private static KernelPcaModel fit(Kernel kernel, int rank, CrossedArms cross, Lab lab) {
    return KernelPca.with(kernel)
        .rank(rank)
        .seed(lab.seed())
        .threads(lab.threads())
        .memory(lab.heap())
        .fit(cross.rows());
  }

  /** PCA's axes, one per row: the scores of the unit vectors minus those of the origin. */
  private static Matrix axes(KernelPcaModel pca) {
    Matrix scores = pca.transform(DenseRows.of(new double[][] {{0, 0}, {1, 0}, {0, 1}}));
    double[][] axes = new double[2][2];
    for (int k = 0; k < 2; k++) {
      axes[k][0] = scores.get(1, k) - scores.get(0, k);
      axes[k][1] = scores.get(2, k) - scores.get(0, k);
    }
    return Matrix.of(axes);
  }

  /** The angle of an axis, in degrees from 0 to 180. */
  private static double angle(Matrix axes, int axis) {
    double degrees = Math.toDegrees(Math.atan2(axes.get(axis, 1), axes.get(axis, 0)));
    return (degrees + 360) % 180;
  }

  /** The largest share of the variance between the arms that any component explains linearly. */
  private static double tells(CrossedArms cross, KernelPcaModel model) {
    Matrix scores = model.transform(cross.rows());
    double most = 0;
    for (int k = 0; k < model.rank(); k++) {
      most = Math.max(most, squaredCorrelation(scores.column(k), cross.arm()));
    }
    return most;
  }

  static double squaredCorrelation(double[] one, double[] other) {
    double meanOne = Arrays.stream(one).average().orElseThrow();
    double meanOther = Arrays.stream(other).average().orElseThrow();
    double cross = 0;
    double squareOne = 0;
    double squareOther = 0;
    for (int i = 0; i < one.length; i++) {
      cross += (one[i] - meanOne) * (other[i] - meanOther);
      squareOne += (one[i] - meanOne) * (one[i] - meanOne);
      squareOther += (other[i] - meanOther) * (other[i] - meanOther);
    }
    return cross * cross / squareOne / squareOther;
  }

  private static void pictures(Outcome outcome, CrossedArms cross, double[] angles, Lab lab) {
    outcome.plot(
        arrow(
            arrow(
                arrow(
                    arrow(
                        Plot.of(
                                "Points on two arms",
                                "PCA's directions and the arms'",
                                Plot.Axis.linear("x"),
                                Plot.Axis.linear("y"))
                            .dots("points", cross.x(), cross.y(), null),
                        "PCA 1",
                        angles[0]),
                    "PCA 2",
                    angles[1]),
                "arm 1",
                CrossedArms.ARMS[0]),
            "arm 2",
            CrossedArms.ARMS[1]));
    double[] degrees = new double[CrossedArms.STEPS];
    Arrays.setAll(degrees, k -> 180.0 * k / CrossedArms.STEPS);
    outcome.plot(
        Plot.of(
                "Spread by direction",
                "divided by its largest value",
                Plot.Axis.linear("direction, degrees"),
                Plot.Axis.linear("spread"))
            .reference("variance", degrees, relative(cross.profile(2)))
            .reference(
                "variance of near points", degrees, relative(cross.profile(CrossedArms.LOCAL))));
    ContourPlot picture = new ContourPlot("Components of the crossed arms", LEVELS);
    kernels()
        .forEach(
            (name, kernel) ->
                draw(
                    picture,
                    name,
                    cross,
                    fit(kernel, name.equals("PCA") ? 2 : COMPONENTS, cross, lab)));
    outcome.contours("components over the plane", picture);
  }

  private static Plot arrow(Plot plot, String name, double degrees) {
    double x = Math.cos(Math.toRadians(degrees));
    double y = Math.sin(Math.toRadians(degrees));
    return plot.reference(name, new double[] {-x, x}, new double[] {-y, y});
  }

  private static double[] relative(double[] profile) {
    double most = Arrays.stream(profile).max().orElseThrow();
    return Arrays.stream(profile).map(value -> value / most).toArray();
  }

  private static void draw(ContourPlot plot, String name, CrossedArms cross, KernelPcaModel model) {
    Matrix values =
        model.transform(
            DenseRows.wrap(
                CELLS * CELLS, 2, ContourPlot.Grid.points(-EDGE, EDGE, -EDGE, EDGE, CELLS, CELLS)));
    for (int k = 0; k < model.rank(); k++) {
      plot.panel(
          name + ", component " + (k + 1),
          new ContourPlot.Grid(-EDGE, EDGE, -EDGE, EDGE, CELLS, CELLS, values.column(k)),
          cross.x(),
          cross.y());
    }
  }

  private static void table(
      Outcome outcome,
      List<Double> between,
      List<Double> nearest,
      List<Double> apart,
      List<Double> localError,
      Map<String, double[]> told) {
    DataTable table =
        new DataTable("Directions, degrees", "what", "mean ± deviation", "least", "largest");
    row(table, "between PCA's directions", between);
    row(table, "from a direction of PCA to the nearer arm", nearest);
    row(table, "between the maxima of the local variance", apart);
    row(table, "from a maximum of the local variance to the nearer arm", localError);
    DataTable arms =
        new DataTable("Variance of the arms that one component explains", "components of", "share");
    told.forEach((name, shares) -> arms.row(name, Spread.of(shares).percent()));
    outcome.table(table).table(arms);
  }

  private static void row(DataTable table, String what, List<Double> values) {
    if (!values.isEmpty()) {
      Spread spread = Spread.of(values);
      table.row(what, spread.text(), spread.least(), spread.largest());
    }
  }
}
