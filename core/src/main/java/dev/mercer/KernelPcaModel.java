package dev.mercer;

import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.kernel.FourierFeatures;
import dev.mercer.internal.novelty.NoveltyStage;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.kernel.Kernel;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A fitted kernel PCA: kernel, points P, coefficients A and offset b, from which the scores of any
 * row are y(x) = A' k(P, x) - b. A model of random features has these instead of points: y(x) = A'
 * z(x) - b. It never changes.
 */
public final class KernelPcaModel {

  private final Kernel kernel;
  private final Rows points;
  private final FourierFeatures features;
  private final Rows landmarks;
  private final Matrix coefficients;
  private final double[] offset;
  private final double[] eigenvalues;
  private final double[] mean;
  private final double meanSquaredNorm;
  private final Scaling scaling;
  private final List<String> featureNames;
  private final FitReport report;

  KernelPcaModel(
      Kernel kernel,
      Rows points,
      Matrix coefficients,
      double[] offset,
      double[] eigenvalues,
      double[] mean,
      double meanSquaredNorm,
      Scaling scaling,
      List<String> featureNames,
      FitReport report) {
    this(
        kernel,
        points,
        null,
        null,
        coefficients,
        offset,
        eigenvalues,
        mean,
        meanSquaredNorm,
        scaling,
        featureNames,
        report);
  }

  KernelPcaModel(
      Kernel kernel,
      Rows points,
      FourierFeatures features,
      Rows landmarks,
      Matrix coefficients,
      double[] offset,
      double[] eigenvalues,
      double[] mean,
      double meanSquaredNorm,
      Scaling scaling,
      List<String> featureNames,
      FitReport report) {
    this.kernel = kernel;
    this.points = points;
    this.features = features;
    this.landmarks = landmarks;
    this.coefficients = coefficients;
    this.offset = offset;
    this.eigenvalues = eigenvalues;
    this.mean = mean;
    this.meanSquaredNorm = meanSquaredNorm;
    this.scaling = scaling;
    this.featureNames = featureNames;
    this.report = report;
  }

  /**
   * A model of axes found some other way than by kernel PCA, discriminants for instance: what
   * {@link #transform} and a model file need, not centred.
   *
   * @param points as the kernel sees them, after scaling
   * @param coefficients one row a point, one column a component
   * @param offset what is taken from every score, one a component
   * @param eigenvalues descending, one a component
   * @param scaling how columns are scaled before the kernel sees them; null for not at all
   * @param featureNames null where the features have none
   */
  public static KernelPcaModel ofAxes(
      Kernel kernel,
      Rows points,
      Matrix coefficients,
      double[] offset,
      double[] eigenvalues,
      Scaling scaling,
      List<String> featureNames,
      FitReport report) {
    int rank = coefficients.columns();
    if (coefficients.rows() != points.count()
        || offset.length != rank
        || eigenvalues.length != rank) {
      throw new IllegalArgumentException(
          "coefficients of "
              + coefficients.rows()
              + " x "
              + rank
              + " need as many points and offsets, not "
              + points.count()
              + " points, "
              + offset.length
              + " offsets and "
              + eigenvalues.length
              + " eigenvalues");
    }
    return new KernelPcaModel(
        kernel,
        points,
        coefficients,
        offset.clone(),
        eigenvalues.clone(),
        null,
        0,
        scaling,
        featureNames,
        report);
  }

  static KernelPcaModel of(
      Problem problem,
      Solution solution,
      Scaling scaling,
      List<String> featureNames,
      FitReport report) {
    Solution.Axes axes = solution.axes();
    Solution.LandmarkUse landmarks = solution.provenance().landmarks();
    requireFinite("eigenvalues", axes.eigenvalues());
    requireFinite("coefficients", axes.coefficients().values());
    requireFinite("offset", axes.offset());
    return new KernelPcaModel(
        problem.kernel(),
        points(problem, axes.support()),
        axes.support() instanceof Solution.Support.Features features ? features.map() : null,
        landmarks == null ? null : landmarks.points(),
        axes.coefficients(),
        axes.offset(),
        axes.eigenvalues(),
        axes.center().combination(),
        axes.center().squaredNorm(),
        scaling,
        featureNames,
        report);
  }

  /**
   * The points a model keeps: none where rows are mapped to features, or a Gram matrix is given.
   */
  private static Rows points(Problem problem, Solution.Support support) {
    if (support instanceof Solution.Support.Points own) {
      return own.points();
    }
    boolean rows = support instanceof Solution.Support.TrainingRows && problem.kernel().hasPoints();
    return rows ? problem.rows() : null;
  }

  private static void requireFinite(String what, double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new NumericalException(
            "the "
                + what
                + " of the fit are not all finite: kernel values, weights or sums of them are"
                + " beyond the range of double; scale the data or the weights towards 1");
      }
    }
  }

  /** Reads a model file. */
  public static KernelPcaModel load(Path file) throws IOException {
    return ModelFile.read(file);
  }

  /** Writes a model file; an existing one is replaced only when the new one is complete. */
  public void save(Path file) throws IOException {
    ModelFile.write(this, file);
  }

  /**
   * Writes the content of a model file to a channel: of a file that the caller completes, together
   * with others say, or of bytes to be sent.
   */
  public void save(WritableByteChannel channel) throws IOException {
    ModelFile.write(this, channel);
  }

  /**
   * Scores of rows as they come, before scaling: one row each, one column a component. For a
   * precomputed kernel the rows are those of k(x, P).
   */
  public Matrix transform(Rows rows) {
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      return ModelScorer.of(this, Precision.DOUBLE, rows.count(), workers).score(rows);
    }
  }

  /**
   * A scorer for many calls, to be closed after the last one: the points are made ready once.
   *
   * @param precision of kernel values
   * @param rowsExpected about how many rows will be scored in all
   */
  public Scorer scorer(Precision precision, long rowsExpected, int threads) {
    return new Scorer(this, precision, rowsExpected, threads);
  }

  /** The kernel whose values with the points make the scores. */
  public Kernel kernel() {
    return kernel;
  }

  /**
   * The points P as the kernel sees them, after scaling; null for a precomputed kernel and for
   * random features.
   */
  public Rows points() {
    return points;
  }

  /** The landmarks behind the model where they are not its points, after scaling; else null. */
  public Rows landmarks() {
    return landmarks;
  }

  /**
   * The frequencies w of the random features z_j(x) = sqrt(2 k(0) / D) cos(w_j . x + b_j) that the
   * model is made of instead of points, one row per feature; null where there are none.
   */
  public Matrix frequencies() {
    return features == null ? null : features.frequencies();
  }

  /** The phases b of the random features; null where there are none. */
  public double[] phases() {
    return features == null ? null : features.phases();
  }

  /** The coefficients A, one row per point (or random feature) and one column per component. */
  public Matrix coefficients() {
    return coefficients;
  }

  /** The offset b that is subtracted from the scores, one number per component. */
  public double[] offset() {
    return offset.clone();
  }

  /** The eigenvalues, descending, comparable with those of the n x n (centered) Gram matrix. */
  public double[] eigenvalues() {
    return eigenvalues.clone();
  }

  /** Whether features are centred. */
  public boolean centered() {
    return mean != null;
  }

  /** The centre as a combination of the points, beta; null where nothing is centred. */
  public double[] mean() {
    return mean == null ? null : mean.clone();
  }

  /** The squared norm of the centre, beta' K beta; 0 where nothing is centred. */
  public double meanSquaredNorm() {
    return meanSquaredNorm;
  }

  /** How columns are scaled before the kernel sees them; null for not at all. */
  public Scaling scaling() {
    return scaling;
  }

  /** Names of the features; null where they have none. */
  public List<String> featureNames() {
    return featureNames;
  }

  /** Number of features a row must have; for a precomputed kernel the number of training rows. */
  public int columns() {
    if (features != null) {
      return features.columns();
    }
    return points == null ? coefficients.rows() : points.columns();
  }

  /** The number of components. */
  public int rank() {
    return coefficients.columns();
  }

  /** What is known of the fit: eigenvalues, variance, certificate, cost. */
  public FitReport report() {
    return report;
  }

  /**
   * The same model with its first components only: what a fit of that rank gives, for methods whose
   * components do not depend on the rank. The report stays that of the fit, but for the quantiles
   * of novelty, which are those of all components.
   */
  public KernelPcaModel leading(int components) {
    if (components < 1 || components > rank()) {
      throw new IllegalArgumentException(
          components + " components of a model of rank " + rank() + "; 1 to that many can be kept");
    }
    int all = rank();
    double[] kept = new double[coefficients.rows() * components];
    for (int i = 0; i < coefficients.rows(); i++) {
      System.arraycopy(coefficients.values(), i * all, kept, i * components, components);
    }
    return new KernelPcaModel(
        kernel,
        points,
        features,
        landmarks,
        Matrix.wrap(coefficients.rows(), components, kept),
        Arrays.copyOf(offset, components),
        Arrays.copyOf(eigenvalues, components),
        mean,
        meanSquaredNorm,
        scaling,
        featureNames,
        components == all || report.novelty().isEmpty()
            ? report
            : report.withNovelty(
                NoveltyStage.Found.none(
                    "the quantiles of the fit were those of all its " + all + " components")));
  }

  /** The same model with another report. */
  public KernelPcaModel withReport(FitReport changed) {
    return new KernelPcaModel(
        kernel,
        points,
        features,
        landmarks,
        coefficients,
        offset,
        eigenvalues,
        mean,
        meanSquaredNorm,
        scaling,
        featureNames,
        changed);
  }

  @Override
  public String toString() {
    return "KernelPcaModel "
        + kernel.spec()
        + ", "
        + coefficients.rows()
        + (features != null ? " features, rank " : " points, rank ")
        + rank();
  }
}
