package dev.mercer.evidence.reproduce.fk;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.internal.eigen.DenseSolver;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.internal.eigen.EigenResult;
import dev.mercer.internal.eigen.LanczosSolver;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** FK figure 3: eigenvalues by Lanczos iteration next to those of a direct solver. */
final class LanczosEigenvalues extends PaperPart.Figure {

  private static final int ORDER = 400;

  /** The caption says 10, the text 20. */
  private static final int EIGENVALUES = 20;

  private static final int CAPTION = 10;
  private static final List<Integer> STEPS = List.of(10, 20, 40, 60, 80, 120, 160);

  /** The plain iteration has found an eigenvalue if it is within this share of the largest one. */
  private static final double GOOD = 0.01;

  LanczosEigenvalues() {
    super("FK", 3);
  }

  @Override
  public String claim() {
    return "The first 10 (or 20) eigenvalues of a real symmetric matrix of order 400 by Lanczos"
        + " iteration agree well with those of direct diagonalization.";
  }

  @Override
  public Outcome run(Lab lab) {
    int starts = lab.pick(5, 50);
    Outcome outcome =
        new Outcome()
            .setting("order", ORDER)
            .setting(
                "matrices",
                "FK does not say which: (A + A')/2 of normal entries, and the centered Gram"
                    + " matrix of points in an annulus, gaussian(sigma=0.4)")
            .setting("starting vectors of the plain iteration", starts);
    Map<String, DenseSymmetric> matrices = new LinkedHashMap<>();
    matrices.put("random symmetric", DenseSymmetric.random(ORDER, lab.seed()));
    matrices.put("Gram matrix", gram(lab));
    matrices.forEach((name, matrix) -> compare(outcome, lab, name, matrix, starts));
    return outcome;
  }

  private static void compare(
      Outcome outcome, Lab lab, String name, DenseSymmetric matrix, int starts) {
    EigenRequest request = EigenRequest.of(lab.seed(), lab.workers());
    EigenResult direct = new DenseSolver().solve(matrix, EIGENVALUES, request);
    EigenResult lanczos = new LanczosSolver().solve(matrix, EIGENVALUES, request);
    outcome.table(values(name, direct, lanczos));
    double[] numbers = IntStream.rangeClosed(1, EIGENVALUES).asDoubleStream().toArray();
    outcome.plot(
        Plot.of(
                "Lanczos and direct, " + name,
                "order " + ORDER,
                Plot.Axis.linear("number"),
                Plot.Axis.linear("eigenvalue"))
            .line("direct", numbers, direct.values())
            .dots("Lanczos", numbers, lanczos.values(), null));
    double worst = 0;
    for (int i = 0; i < EIGENVALUES; i++) {
      worst = Math.max(worst, Math.abs(direct.values()[i] - lanczos.values()[i]));
    }
    double largest = direct.values()[0];
    // A residual r puts an eigenvalue within r; the direct solver adds a rounding error of n eps
    // |A|.
    double allowed =
        (EigenRequest.DEFAULT_TOLERANCE + ORDER * Math.ulp(1.0))
            * Math.max(largest, -direct.smallest());
    outcome.verdict(
        name + ": Lanczos iteration gives the first " + EIGENVALUES + " eigenvalues",
        worst <= allowed,
        "largest difference "
            + NumberText.of(worst / largest)
            + " of the largest eigenvalue, allowed "
            + NumberText.of(allowed / largest)
            + "; "
            + lanczos.products()
            + " products with the matrix");
    plain(outcome, lab, name, matrix, direct.values(), starts);
  }

  private static DataTable values(String name, EigenResult direct, EigenResult lanczos) {
    DataTable table =
        new DataTable(
            "Eigenvalues of the " + name, "number", "direct", "Lanczos", "difference", "residual");
    for (int i = 0; i < EIGENVALUES; i++) {
      table.row(
          i + 1,
          direct.values()[i],
          lanczos.values()[i],
          Math.abs(direct.values()[i] - lanczos.values()[i]),
          lanczos.residuals()[i]);
    }
    return table;
  }

  /** FK's (23) as printed: first with as many steps as eigenvalues are wanted, then with more. */
  private static void plain(
      Outcome outcome, Lab lab, String name, DenseSymmetric matrix, double[] exact, int starts) {
    DataTable table =
        new DataTable(
            "Plain iteration (23) on the " + name,
            "steps",
            "eigenvalues of the first " + CAPTION + " within " + NumberText.percent(GOOD),
            "largest error, share of the largest eigenvalue");
    List<Spread> errors = new ArrayList<>();
    Spread atOnce = null;
    Spread atLast = null;
    for (int steps : STEPS) {
      double[] found = new double[starts];
      double[] worst = new double[starts];
      for (int start = 0; start < starts; start++) {
        double[] values = PlainLanczos.values(matrix, steps, lab.seed() + start);
        for (int i = 0; i < CAPTION; i++) {
          double value = i < values.length ? values[i] : 0;
          double error = Math.abs(value - exact[i]) / exact[0];
          found[start] += error <= GOOD ? 1 : 0;
          worst[start] = Math.max(worst[start], error);
        }
      }
      Spread count = Spread.of(found);
      atOnce = steps == CAPTION ? count : atOnce;
      atLast = count;
      errors.add(Spread.of(worst));
      table.row(steps, count.text(), Spread.of(worst).text());
    }
    outcome.table(table);
    double[] steps = STEPS.stream().mapToDouble(Integer::doubleValue).toArray();
    outcome.plot(
        Spread.rangeLine(
            Plot.of(
                "Plain Lanczos iteration on the " + name,
                "largest error of the first " + CAPTION + " eigenvalues; bars: least to largest",
                Plot.Axis.linear("steps"),
                Plot.Axis.logarithmic("error / largest eigenvalue")),
            "FK (23), no reorthogonalization",
            steps,
            errors));
    outcome.verdict(
        name + ": k steps of (23) are enough for k eigenvalues",
        atOnce.mean() >= CAPTION - 0.5,
        CAPTION
            + " steps give "
            + atOnce.text()
            + " of the first "
            + CAPTION
            + " within "
            + NumberText.percent(GOOD)
            + " of the largest. Later, as FK warns, lost orthogonality brings copies: after "
            + STEPS.get(STEPS.size() - 1)
            + " steps the first "
            + CAPTION
            + " values found are copies of only "
            + atLast.text()
            + " of them");
  }

  /** The centered Gram matrix of an annulus. */
  private static DenseSymmetric gram(Lab lab) {
    Kernel kernel = Gaussian.sigma(0.4);
    Annulus annulus = Annulus.of(lab, ORDER, lab.seed());
    double[] k = new double[ORDER * ORDER];
    double[] means = new double[ORDER];
    double all = 0;
    for (int i = 0; i < ORDER; i++) {
      for (int j = 0; j < ORDER; j++) {
        double value =
            kernel.value(
                new double[] {annulus.x()[i], annulus.y()[i]},
                new double[] {annulus.x()[j], annulus.y()[j]});
        k[i * ORDER + j] = value;
        means[i] += value / ORDER;
        all += value / ORDER / ORDER;
      }
    }
    for (int i = 0; i < ORDER; i++) {
      for (int j = 0; j < ORDER; j++) {
        k[i * ORDER + j] += all - means[i] - means[j];
      }
    }
    return new DenseSymmetric(ORDER, k);
  }
}
