package dev.mercer.evidence.reproduce.fk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.evidence.reproduce.Experiment;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.SmallLab;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.eigen.DenseSolver;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Polynomial;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** FK's figures: all run and judge; what is computed for them alone is right. */
class FkExperimentsTest {

  private static final SmallLab LAB = new SmallLab();

  @AfterAll
  static void close() {
    LAB.close();
  }

  @Test
  void allAreListed() {
    assertThat(FkExperiments.all().stream().map(Experiment::id))
        .containsExactly(
            "fk-fig1",
            "fk-fig2",
            "fk-fig3",
            "fk-fig4",
            "fk-fig5",
            "fk-fig6",
            "fk-fig7",
            "fk-fig8",
            "fk-fig9",
            "fk-sec12");
  }

  /** Those whose verdicts are about numbers, not times. */
  static List<Experiment> numbers() {
    return List.of(
        new AnnulusComponents(),
        new FurtherComponents(),
        new LanczosEigenvalues(),
        new PolynomialErrors(),
        new TaylorBoundFigure(),
        new GaussianErrors());
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void numbersAreJudgedTheSameEveryTime(Experiment experiment) {
    Lab lab = LAB.lab();
    Outcome outcome = SmallLab.judged(experiment, lab);
    assertThat(outcome.plots()).isNotEmpty();
    assertThat(experiment.run(lab).verdicts()).isEqualTo(outcome.verdicts());
  }

  @Test
  void timesAreJudged() {
    Lab lab = LAB.lab();
    for (Experiment experiment :
        List.of(
            new PolynomialTimes(0.002),
            new PolynomialDegrees(2, 0.001),
            new GaussianTimes(0.002))) {
      SmallLab.judged(experiment, lab);
    }
  }

  @Test
  void facesAreNeverKept() {
    Outcome outcome = SmallLab.judged(new FaceFeatures(3, 2), LAB.lab("yale.csv.gz"));
    assertThat(outcome.pictures()).isNotEmpty().noneMatch(Outcome.Picture::committable);
    assertThat(SmallLab.verdict(outcome, "the fast methods").holds()).isFalse();
  }

  @Test
  void bothBoundsOfTheExpansionHold() {
    assertThat(new TaylorBoundFigure().run(LAB.lab()).verdicts())
        .hasSize(6)
        .allMatch(Outcome.Verdict::holds);
  }

  @Test
  void shapesOfKnownFunctions() {
    SplittableRandom random = new SplittableRandom(1);
    int n = 2000;
    double[] x = new double[n];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double radius = random.nextDouble(0.5, 1);
      double angle = random.nextDouble(0, 2 * Math.PI);
      x[i] = radius * Math.cos(angle);
      y[i] = radius * Math.sin(angle);
    }
    ComponentShape across = shape(x, y, i -> Math.hypot(x[i], y[i]));
    assertThat(across.across()).isTrue();
    assertThat(across.along()).isFalse();
    ComponentShape once = shape(x, y, i -> x[i]);
    assertThat(once.along()).isTrue();
    assertThat(once.across()).isFalse();
    assertThat(once.turns()).isEqualTo(1);
    assertThat(shape(x, y, i -> x[i] * y[i]).turns()).isEqualTo(2);
    double[] noise = random.doubles(n).toArray();
    ComponentShape neither = shape(x, y, i -> noise[i]);
    // Sixteen groups of n values explain about 15 / n by chance, and hardly ever five times that.
    assertThat(Math.max(neither.angleShare(), neither.radiusShare())).isLessThan(75.0 / n);
    assertThat(neither.word()).isEqualTo("both");
  }

  private static ComponentShape shape(double[] x, double[] y, IntToDoubleFunction value) {
    return ComponentShape.of(x, y, IntStream.range(0, x.length).mapToDouble(value).toArray());
  }

  @Test
  void plainLanczosOfAllStepsIsTheWholeSpectrum() {
    int n = 8; // few enough that orthogonality lasts
    DenseSymmetric matrix = DenseSymmetric.random(n, 3);
    try (Workers one = Workers.of(1)) {
      double[] exact = new DenseSolver().solve(matrix, n, EigenRequest.of(0, one)).values();
      double[] found = PlainLanczos.values(matrix, n, 5);
      for (int i = 0; i < n; i++) {
        assertThat(found[i]).isCloseTo(exact[i], within(1e-9 * exact[0]));
      }
    }
  }

  @Test
  void plainLanczosStopsInAnInvariantSubspace() {
    double[] identity = {2, 0, 0, 0, 2, 0, 0, 0, 2};
    double[] values = PlainLanczos.values(new DenseSymmetric(3, identity), 3, 1);
    assertThat(values[0]).isCloseTo(2, within(1e-12));
  }

  @Test
  void fastProductsAreTheStraightforwardOnes() {
    try (Workers one = Workers.of(1)) {
      PointProducts square = PointProducts.square(60, 4);
      Polynomial kernel = new Polynomial(1, 1, 3);
      double[] plain = square.plain(kernel);
      // 27 is the largest kernel value on the unit square.
      assertThat(PointProducts.largestDifference(square.monomials(kernel, one), plain))
          .isLessThan(2 * 68 * Math.ulp(1.0) * 27 * square.size());
      PointProducts wide = PointProducts.twiceAsManyTargets(50, 4);
      Gaussian gaussian = Gaussian.sigma(1);
      assertThat(wide.targets().rows()).isEqualTo(100);
      int p = wide.printedTruncation(1, 1e-6);
      assertThat(wide.printedBound(1, p)).isLessThanOrEqualTo(1e-6);
      assertThat(wide.printedBound(1, p - 1)).isGreaterThan(1e-6);
      assertThat(
              PointProducts.largestDifference(wide.taylor(gaussian, p, one), wide.plain(gaussian)))
          .isLessThan(1e-6);
      assertThat(
              PointProducts.largestDifference(wide.taylor(gaussian, 1, one), wide.plain(gaussian)))
          .isGreaterThan(1e-3);
    }
  }

  @Test
  void breakEvenPoints() {
    double[] sizes = {10, 100, 1000};
    assertThat(PolynomialDegrees.crossing(sizes, new double[] {2, 3, 4})).isEqualTo(10);
    assertThat(PolynomialDegrees.crossing(sizes, new double[] {0.1, 0.2, 0.3})).isEqualTo(1000);
    // Halfway between 0.1 and 10 on logarithmic axes.
    assertThat(PolynomialDegrees.crossing(sizes, new double[] {0.1, 10, 20}))
        .isCloseTo(Math.sqrt(1000), within(1e-9));
    assertThat(PolynomialDegrees.monomials(2, 2)).isEqualTo(6);
    assertThat(PolynomialDegrees.monomials(1024, 2)).isEqualTo(525_825);
  }
}
