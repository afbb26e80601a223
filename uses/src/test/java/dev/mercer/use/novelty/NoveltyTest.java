package dev.mercer.use.novelty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.kernel.FourierFeatures;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Precomputed;
import dev.mercer.method.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** T^2 and SPE against vectors in an explicit feature space. */
class NoveltyTest {

  private static final int N = 40;
  private static final int RANK = 3;
  private static final Workers WORKERS = Workers.of(2);

  @AfterAll
  static void close() {
    WORKERS.close();
  }

  static Method method(String text) {
    Integer landmarks =
        List.of("auto", "exact").contains(text) || text.startsWith("hebbian") ? null : 14;
    String selector = MethodCatalog.selects(text) ? "uniform" : null;
    return MethodCatalog.parse(
        text, new MethodCatalog.Wishes(landmarks, null, null, selector, null, "auto", "auto"));
  }

  static Stream<String> methods() {
    return Stream.concat(
        MethodCatalog.names().stream().filter(name -> !name.equals("random-features")),
        Stream.of("sparse(kind=l1)", "hebbian(smd=true)"));
  }

  /** Scores that double can hold and whose squares it cannot: refused, never infinite. */
  @Test
  void measuresThatAreNotFiniteAreRefused() {
    double[][] x = Definition.points(N, 3, 1);
    KernelPcaModel fitted = KernelPca.with(Gaussian.sigma(2)).rank(RANK).fit(Definition.rows(x));
    double[] offset = fitted.offset();
    offset[0] = 1e308;
    KernelPcaModel extreme =
        KernelPcaModel.ofAxes(
            fitted.kernel(),
            fitted.points(),
            fitted.coefficients(),
            offset,
            fitted.eigenvalues(),
            null,
            null,
            fitted.report());
    assertThatThrownBy(() -> measure(extreme, x))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("row 0 has T^2 = Infinity")
        .hasMessageContaining("check the model");
  }

  /** Axes so short or so long that the product of two squared lengths is beyond double. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-90, 1e80})
  void measuresDoNotDependOnTheLengthOfAxes(double length) {
    double[][] x = Definition.points(N, 3, 1);
    KernelPca settings = KernelPca.with(Gaussian.sigma(2)).rank(RANK).center(false);
    KernelPcaModel fitted = settings.method(method("subset")).fit(Definition.rows(x));
    double[] coefficients = fitted.coefficients().toArray();
    Arrays.setAll(coefficients, i -> length * coefficients[i]);
    KernelPcaModel stretched =
        KernelPcaModel.ofAxes(
            fitted.kernel(),
            fitted.points(),
            Matrix.wrap(fitted.coefficients().rows(), RANK, coefficients),
            new double[RANK],
            fitted.eigenvalues(),
            null,
            null,
            fitted.report());
    Novelty.Measures expected = measure(fitted, x);
    Novelty.Measures found = measure(stretched, x);
    for (int i = 0; i < N; i++) {
      assertThat(found.t2()[i]).isCloseTo(expected.t2()[i], within(1e-9 * expected.t2()[i]));
      assertThat(found.spe()[i]).isCloseTo(expected.spe()[i], within(1e-9));
    }
  }

  private static Novelty.Measures measure(KernelPcaModel model, double[][] x) {
    return Novelty.of(model, x.length, WORKERS.threads()).measure(Definition.rows(x));
  }

  /**
   * Vectors whose inner products are the kernel values of all points: the feature map where it is
   * short, else the rows of V sqrt(L) for K = V L V'.
   */
  private static double[][] features(String spec, double[][] points) {
    Kernel kernel = Definition.kernel(spec);
    if (spec.equals("linear")) {
      return points;
    }
    if (spec.equals("polynomial(degree=2)")) {
      return Arrays.stream(points).map(NoveltyTest::quadratic).toArray(double[][]::new);
    }
    Definition.Eigen eigen = Definition.eigen(Definition.gram(kernel, points));
    double[][] result = new double[points.length][points.length];
    for (int i = 0; i < points.length; i++) {
      for (int e = 0; e < points.length; e++) {
        result[i][e] = Math.sqrt(Math.max(0, eigen.values()[e])) * eigen.vectors()[e][i];
      }
    }
    return result;
  }

  /** (x.y + 1)^2 = phi(x).phi(y). */
  private static double[] quadratic(double[] x) {
    List<Double> result = new ArrayList<>(List.of(1.0));
    for (int i = 0; i < x.length; i++) {
      result.add(Math.sqrt(2) * x[i]);
      result.add(x[i] * x[i]);
      for (int j = 0; j < i; j++) {
        result.add(Math.sqrt(2) * x[i] * x[j]);
      }
    }
    return result.stream().mapToDouble(value -> value).toArray();
  }

  private static void add(double factor, double[] from, double[] to) {
    for (int c = 0; c < to.length; c++) {
      to[c] += factor * from[c];
    }
  }

  private static double[][] points(Rows rows) {
    double[][] result = new double[rows.count()][rows.columns()];
    for (int i = 0; i < rows.count(); i++) {
      rows.copy(i, 1, result[i], 0);
    }
    return result;
  }

  /** Both numbers of one feature vector, with axes and centre as vectors: by Gram-Schmidt. */
  private static double[] definition(
      KernelPcaModel model, double[][] pointFeatures, double[] phi, double n) {
    double[] left = phi.clone();
    for (int j = 0; model.centered() && j < pointFeatures.length; j++) {
      add(-model.mean()[j], pointFeatures[j], left);
    }
    double t2 = 0;
    List<double[]> basis = new ArrayList<>();
    for (int c = 0; c < model.rank(); c++) {
      double[] axis = new double[phi.length];
      for (int j = 0; j < pointFeatures.length; j++) {
        add(model.coefficients().get(j, c), pointFeatures[j], axis);
      }
      double score = dot(axis, left);
      t2 += score * score / (model.eigenvalues()[c] / n * dot(axis, axis));
      basis.add(axis);
    }
    for (int c = 0; c < basis.size(); c++) {
      double[] axis = basis.get(c);
      for (int twice = 0; twice < 2; twice++) {
        for (double[] before : basis.subList(0, c)) {
          add(-dot(before, axis), before, axis);
        }
        double norm = Math.sqrt(dot(axis, axis));
        Arrays.setAll(axis, i -> axis[i] / norm);
      }
    }
    double[] rest = left.clone();
    for (double[] axis : basis) {
      add(-dot(axis, left), axis, rest);
    }
    return new double[] {t2, dot(rest, rest)};
  }

  @ParameterizedTest
  @MethodSource("methods")
  void bothNumbersAreTheDefinitionForEveryMethod(String text) {
    double[][] x = Definition.points(N, 4, 7);
    double[][] unseen = Definition.points(9, 4, 8);
    for (String spec : List.of("linear", "polynomial(degree=2)", "gaussian(sigma=2)")) {
      for (boolean center : new boolean[] {true, false}) {
        if (text.startsWith("sparse") && !spec.startsWith("gaussian")) {
          continue; // prunes to fewer points than components here
        }
        KernelPcaModel model =
            KernelPca.with(Definition.kernel(spec))
                .rank(RANK)
                .center(center)
                .method(method(text))
                .fit(Definition.rows(x));
        double[][] points = points(model.points());
        double[][] all = Stream.of(points, unseen).flatMap(Stream::of).toArray(double[][]::new);
        double[][] features = features(spec, all);
        double[][] pointFeatures = Arrays.copyOf(features, points.length);
        Novelty.Measures measures = measure(model, unseen);
        for (int i = 0; i < unseen.length; i++) {
          double[] expected = definition(model, pointFeatures, features[points.length + i], N);
          String where = text + " " + spec + " " + center + ", row " + i;
          double size = dot(features[points.length + i], features[points.length + i]) + 1;
          // Features of a Gaussian Gram matrix are good to the root of rounding of its entries.
          double tolerance = 1e-7;
          Definition.requireClose(
              measures.t2()[i], expected[0], tolerance * (1 + expected[0]), "T^2 of " + where);
          Definition.requireClose(
              measures.spe()[i], expected[1], tolerance * size, "SPE of " + where);
        }
      }
    }
  }

  /** sum y_i^2 = eigenvalue_i over the training rows, and what is left is the variance not kept. */
  @ParameterizedTest
  @CsvSource({
    "exact,gaussian(sigma=2),true,false",
    "exact,gaussian(sigma=2),false,true",
    "exact,linear,true,true",
    "subset,gaussian(sigma=2),true,false",
    "subset,polynomial(degree=2),false,true",
    "icd,gaussian(sigma=2),true,true",
  })
  void trainingAveragesAreKnown(String text, String spec, boolean center, boolean weighted) {
    double[][] x = Definition.points(N, 4, 17);
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> weighted ? i % 3 : 1);
    Rows rows = Definition.rows(x);
    KernelPcaModel model =
        KernelPca.with(Definition.kernel(spec))
            .rank(RANK)
            .center(center)
            .method(method(text))
            .fit(rows, weighted ? weights : null);
    Novelty.Measures measures = measure(model, x);
    double sum = Arrays.stream(weights).sum();
    double t2 = 0;
    double spe = 0;
    for (int i = 0; i < N; i++) {
      t2 += weights[i] * measures.t2()[i] / sum;
      spe += weights[i] * measures.spe()[i] / sum;
    }
    assertThat(t2).isCloseTo(RANK, within(1e-8));
    if (text.equals("exact")) {
      double error = model.report().empiricalError();
      assertThat(spe).isCloseTo(error, within(1e-10 * (1 + error)));
    }
  }

  /** IKPCA's axes are subset's, of other lengths. */
  @Test
  void lengthsOfAxesDoNotMatter() {
    double[][] x = Definition.points(N, 4, 27);
    double[][] unseen = Definition.points(20, 4, 28);
    KernelPca settings = KernelPca.with(Gaussian.sigma(2)).rank(RANK);
    Rows rows = Definition.rows(x);
    Novelty.Measures subset = measure(settings.method(method("subset")).fit(rows), unseen);
    Novelty.Measures improved = measure(settings.method(method("improved")).fit(rows), unseen);
    for (int i = 0; i < unseen.length; i++) {
      assertThat(improved.t2()[i]).isCloseTo(subset.t2()[i], within(1e-7 * subset.t2()[i]));
      assertThat(improved.spe()[i]).isCloseTo(subset.spe()[i], within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "subset", "random-features"})
  void weightTwoIsTheRowTwice(String text) {
    double[][] x = Definition.points(N, 3, 37);
    double[][] twice = Arrays.copyOf(x, 2 * N);
    System.arraycopy(x, 0, twice, N, N);
    double[] weights = new double[N];
    Arrays.fill(weights, 2);
    double[][] unseen = Definition.points(10, 3, 38);
    KernelPca settings = KernelPca.with(Gaussian.sigma(2)).rank(RANK);
    if (text.equals("subset")) {
      int[] rows = {1, 4, 7, 12, 20, 33};
      settings =
          settings.method(
              MethodCatalog.parse(
                  text, new MethodCatalog.Wishes(null, null, null, null, rows, "auto", "auto")));
    } else {
      settings = settings.method(method(text));
    }
    Novelty.Measures weighted = measure(settings.fit(Definition.rows(x), weights), unseen);
    Novelty.Measures plain = measure(settings.fit(Definition.rows(twice)), unseen);
    for (int i = 0; i < unseen.length; i++) {
      assertThat(weighted.t2()[i]).isCloseTo(plain.t2()[i], within(1e-8 * plain.t2()[i]));
      assertThat(weighted.spe()[i]).isCloseTo(plain.spe()[i], within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void randomFeaturesAreJudgedInTheirOwnSpace(boolean center) {
    double[][] x = Definition.points(N, 3, 47);
    double[][] unseen = Definition.points(10, 3, 48);
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(2))
            .rank(RANK)
            .center(center)
            .method(method("random-features"))
            .fit(Definition.rows(x));
    Novelty.Measures measures = measure(model, unseen);
    int width = FourierFeatures.of(model).count();
    for (int i = 0; i < unseen.length; i++) {
      double[] z = new double[width];
      for (int c = 0; c < width; c++) {
        double[] frequency = FourierFeatures.of(model).frequencies().row(c);
        double angle = dot(frequency, unseen[i]) + FourierFeatures.of(model).phases()[c];
        z[c] = FourierFeatures.of(model).amplitude() * Math.cos(angle);
      }
      if (center) {
        add(-1, model.mean(), z);
      }
      double[] rest = z.clone();
      double t2 = 0;
      for (int c = 0; c < RANK; c++) {
        double[] axis = model.coefficients().column(c);
        double y = dot(axis, z);
        t2 += y * y * N / model.eigenvalues()[c];
        add(-y, axis, rest);
      }
      assertThat(measures.t2()[i]).isCloseTo(t2, within(1e-9 * t2));
      assertThat(measures.spe()[i]).isCloseTo(dot(rest, rest), within(1e-12));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "subset", "improved"})
  void precomputedModelsHaveT2Only(String text) {
    Kernel kernel = Gaussian.sigma(2);
    double[][] x = Definition.points(N, 3, 57);
    double[][] unseen = Definition.points(10, 3, 58);
    int[] landmarks = {1, 5, 9, 13, 17, 21, 30};
    Method method =
        text.equals("exact")
            ? method(text)
            : MethodCatalog.parse(
                text, new MethodCatalog.Wishes(null, null, null, null, landmarks, "auto", "auto"));
    Novelty.Measures direct =
        measure(KernelPca.with(kernel).rank(RANK).method(method).fit(Definition.rows(x)), unseen);
    Novelty.Measures given =
        measure(
            KernelPca.with(new Precomputed(true))
                .rank(RANK)
                .method(method)
                .fit(Definition.rows(Definition.gram(kernel, x))),
            Definition.cross(kernel, unseen, x));
    for (int i = 0; i < unseen.length; i++) {
      assertThat(given.t2()[i]).isCloseTo(direct.t2()[i], within(1e-7 * direct.t2()[i]));
      assertThat(given.spe()[i]).isNaN();
    }
  }

  @Test
  void rowsAreScaledAsTheModelSays() {
    double[][] x = Definition.points(N, 3, 67);
    for (double[] row : x) {
      row[1] = 100 + 50 * row[1];
    }
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(2)).rank(RANK).scaling("standard").fit(Definition.rows(x));
    Novelty novelty = Novelty.of(model, N, WORKERS.threads());
    Novelty.Measures raw = novelty.measure(Definition.rows(x));
    Novelty.Measures scaled = novelty.measureScaled(model.points()); // the rows of an exact fit
    assertThat(raw.t2()).containsExactly(scaled.t2());
    assertThat(raw.spe()).containsExactly(scaled.spe());
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "subset", "nystrom", "random-features"})
  void threadsChangeNoBit(String text) {
    double[][] x = Definition.points(700, 4, 77);
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(2)).rank(RANK).method(method(text)).fit(Definition.rows(x));
    Novelty.Measures together;
    Novelty.Measures alone;
    try (Workers one = Workers.of(1);
        Workers three = Workers.of(3)) {
      together = Novelty.of(model, 700, three.threads()).measure(Definition.rows(x));
      alone = Novelty.of(model, 700, one.threads()).measure(Definition.rows(x));
    }
    assertThat(together.t2()).containsExactly(alone.t2());
    assertThat(together.spe()).containsExactly(alone.spe());
  }

  /** A row far out in a direction the data have: T^2; in one they lack: SPE. */
  @Test
  void eachNumberSeesItsOwnKind() {
    double[][] x = Definition.points(200, 2, 87);
    for (double[] row : x) {
      row[1] = 0.01 * row[1];
    }
    KernelPcaModel model =
        KernelPca.with(Definition.kernel("linear")).rank(1).fit(Definition.rows(x));
    Novelty.Measures measures = measure(model, new double[][] {{0, 0}, {10, 0}, {0, 1}});
    assertThat(measures.t2()[0]).isLessThan(0.1);
    assertThat(measures.spe()[0]).isLessThan(1e-3);
    assertThat(measures.t2()[1]).isGreaterThan(50);
    assertThat(measures.spe()[1]).isLessThan(0.1);
    assertThat(measures.t2()[2]).isLessThan(0.1);
    assertThat(measures.spe()[2]).isGreaterThan(0.9);
  }

  /** The indefinite kernel's squared distance can be negative, and is not hidden. */
  @Test
  void indefiniteKernelsAreNotClipped() {
    Kernel kernel = Definition.kernel("tanh(scale=1,offset=-1)");
    double[][] x = Definition.points(N, 3, 97);
    KernelPcaModel model = KernelPca.with(kernel).rank(2).center(false).fit(Definition.rows(x));
    double[][] origin = {{0, 0, 0}};
    double y = dot(model.transform(Definition.rows(origin)).row(0), new double[] {1, 0});
    double z = dot(model.transform(Definition.rows(origin)).row(0), new double[] {0, 1});
    assertThat(measure(model, origin).spe()[0])
        .isNegative()
        .isCloseTo(Math.tanh(-1) - y * y - z * z, within(1e-12));
  }

  @Test
  void badInputIsRefused() {
    double[][] x = Definition.points(N, 3, 67);
    KernelPcaModel model = KernelPca.with(Gaussian.sigma(2)).rank(2).fit(Definition.rows(x));
    assertThatThrownBy(() -> measure(model, Definition.points(3, 2, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 columns, the model expects 3");
    KernelPcaModel flat =
        KernelPcaModel.ofAxes(
            model.kernel(),
            model.points(),
            Matrix.wrap(N, 1, model.coefficients().column(0)),
            new double[1],
            new double[1],
            null,
            null,
            model.report());
    assertThatThrownBy(() -> measure(flat, x))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("training variance 0.0");
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
