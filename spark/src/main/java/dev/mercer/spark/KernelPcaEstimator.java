package dev.mercer.spark;

import dev.mercer.KernelPcaModel;
import dev.mercer.kernel.KernelSpec;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleArrayArrayParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Kernel PCA of the rows of a Spark data set. Landmarks are chosen and broadcast, one aggregated
 * pass computes the kernel values of all rows with them, and the driver solves a problem whose size
 * is the number of landmarks.
 *
 * <pre>{@code
 * KernelPcaTransformer model =
 *     new KernelPcaEstimator()
 *         .setFeaturesCol("features")
 *         .setOutputCol("scores")
 *         .setKernel("gaussian(sigma=auto)")
 *         .setRank(15)
 *         .setLandmarks(500)
 *         .fit(rows);
 * Dataset<Row> scores = model.transform(rows);
 * }</pre>
 *
 * Up to rounding, the model is that of {@code subset} in core with the same landmarks. The library
 * and the program choose a method automatically unless one is given; this estimator always uses
 * this one. Rows are read once to count and check them, once for the sums, once for the rows from
 * which the quantiles of novelty are computed, and again for every round of a selector. So cache
 * rows that are costly to compute.
 */
public final class KernelPcaEstimator extends Estimator<KernelPcaTransformer>
    implements DefaultParamsWritable {

  private static final long serialVersionUID = 1;

  /** The number of landmarks if none is given. */
  static final int DEFAULT_LANDMARKS = 500;

  private final String uid;
  private final Param<String> featuresCol;
  private final Param<String> outputCol;
  private final Param<String> weightCol;
  private final Param<String> kernel;
  private final IntParam rank;
  private final DoubleParam variance;
  private final IntParam landmarks;
  private final DoubleParam tolerance;
  private final IntParam maxLandmarks;
  private final Param<String> selector;
  private final DoubleArrayArrayParam landmarkPoints;
  private final BooleanParam center;
  private final BooleanParam novelty;
  private final LongParam seed;

  public KernelPcaEstimator() {
    this(Identifiable.randomUID("kernelPca"));
  }

  public KernelPcaEstimator(String uid) {
    this.uid = uid;
    this.featuresCol = new Param<>(this, "featuresCol", "features column name");
    this.outputCol = new Param<>(this, "outputCol", "output column name");
    this.weightCol =
        new Param<>(
            this, "weightCol", "weight column name. If this is not set or empty, weights are 1.0");
    this.kernel = new Param<>(this, "kernel", "kernel, as gaussian(sigma=2) or linear");
    this.rank = new IntParam(this, "rank", "number of components (> 0)", ParamValidators.gt(0));
    this.variance =
        new DoubleParam(
            this,
            "variance",
            "share of the variance to explain, in (0, 1], instead of a rank",
            ParamValidators.inRange(0, 1, false, true));
    this.landmarks =
        new IntParam(this, "landmarks", "number of landmarks (> 0)", ParamValidators.gt(0));
    this.tolerance =
        new DoubleParam(
            this,
            "tolerance",
            "share of the trace that the landmarks may leave over, in (0, 1), instead of their"
                + " number",
            ParamValidators.inRange(0, 1, false, false));
    this.maxLandmarks =
        new IntParam(
            this,
            "maxLandmarks",
            "landmarks that a tolerance or a selector may take at most (> 0)",
            ParamValidators.gt(0));
    this.selector =
        new Param<>(
            this,
            "selector",
            "how landmarks are chosen: uniform, shadow(ell=4), kmeans, rpcholesky, or given");
    this.landmarkPoints =
        new DoubleArrayArrayParam(
            this, "landmarkPoints", "landmarks for the selector given, one array a point");
    this.center = new BooleanParam(this, "center", "whether features are centred by their mean");
    this.novelty =
        new BooleanParam(
            this,
            "novelty",
            "whether the report gets the training quantiles by which novelty is told");
    this.seed = new LongParam(this, "seed", "random seed");
    setDefault(featuresCol, "features");
    setDefault(outputCol, uid + "__output");
    setDefault(kernel, "gaussian(sigma=auto)");
    setDefault(rank, 10);
    setDefault(maxLandmarks, 5000);
    setDefault(selector, "uniform");
    setDefault(center, true);
    setDefault(novelty, true);
    setDefault(seed, 0L);
  }

  @Override
  public String uid() {
    return uid;
  }

  /**
   * @return the parameter that names the features column
   */
  public Param<String> featuresCol() {
    return featuresCol;
  }

  public Param<String> outputCol() {
    return outputCol;
  }

  public Param<String> weightCol() {
    return weightCol;
  }

  public Param<String> kernel() {
    return kernel;
  }

  public IntParam rank() {
    return rank;
  }

  public DoubleParam variance() {
    return variance;
  }

  public IntParam landmarks() {
    return landmarks;
  }

  public DoubleParam tolerance() {
    return tolerance;
  }

  public IntParam maxLandmarks() {
    return maxLandmarks;
  }

  public Param<String> selector() {
    return selector;
  }

  public DoubleArrayArrayParam landmarkPoints() {
    return landmarkPoints;
  }

  public BooleanParam center() {
    return center;
  }

  public BooleanParam novelty() {
    return novelty;
  }

  public LongParam seed() {
    return seed;
  }

  public KernelPcaEstimator setFeaturesCol(String value) {
    set(featuresCol, value);
    return this;
  }

  public String getFeaturesCol() {
    return getOrDefault(featuresCol);
  }

  public KernelPcaEstimator setOutputCol(String value) {
    set(outputCol, value);
    return this;
  }

  public String getOutputCol() {
    return getOrDefault(outputCol);
  }

  public KernelPcaEstimator setWeightCol(String value) {
    set(weightCol, value);
    return this;
  }

  /** The weight column, or null if there is none. */
  public String getWeightCol() {
    String name = isDefined(weightCol) ? getOrDefault(weightCol) : "";
    return name.isEmpty() ? null : name;
  }

  /** The kernel as a text, such as {@code gaussian(sigma=2)}; an invalid text is refused here. */
  public KernelPcaEstimator setKernel(String value) {
    KernelSpec.parse(value);
    set(kernel, value);
    return this;
  }

  public String getKernel() {
    return getOrDefault(kernel);
  }

  public KernelPcaEstimator setRank(int value) {
    set(rank, value);
    return this;
  }

  public int getRank() {
    return value(rank, Integer.class);
  }

  public KernelPcaEstimator setVariance(double value) {
    set(variance, value);
    return this;
  }

  public KernelPcaEstimator setLandmarks(int value) {
    set(landmarks, value);
    return this;
  }

  public KernelPcaEstimator setTolerance(double value) {
    set(tolerance, value);
    return this;
  }

  public KernelPcaEstimator setMaxLandmarks(int value) {
    set(maxLandmarks, value);
    return this;
  }

  public int getMaxLandmarks() {
    return value(maxLandmarks, Integer.class);
  }

  /** One of uniform, shadow, kmeans and rpcholesky with their options, or given. */
  public KernelPcaEstimator setSelector(String value) {
    DistributedSelector.parse(value);
    set(selector, value);
    return this;
  }

  public String getSelector() {
    return getOrDefault(selector);
  }

  /** The landmarks themselves; also sets the selector {@code given}. */
  public KernelPcaEstimator setLandmarkPoints(double[][] points) {
    set(landmarkPoints, points);
    set(selector, DistributedSelector.GIVEN);
    return this;
  }

  public KernelPcaEstimator setCenter(boolean value) {
    set(center, value);
    return this;
  }

  public boolean getCenter() {
    return value(center, Boolean.class);
  }

  /**
   * Whether the fit ends with the quantiles from which novelty takes its thresholds. For these, all
   * rows are read once more.
   */
  public KernelPcaEstimator setNovelty(boolean value) {
    set(novelty, value);
    return this;
  }

  public boolean getNovelty() {
    return value(novelty, Boolean.class);
  }

  public KernelPcaEstimator setSeed(long value) {
    set(seed, value);
    return this;
  }

  public long getSeed() {
    return value(seed, Long.class);
  }

  /** The value of a parameter, or null if it is not set and has no default. */
  <T> T value(Param<?> param, Class<T> type) {
    return isDefined(param) ? type.cast(getOrDefault(param)) : null;
  }

  @Override
  public KernelPcaTransformer fit(Dataset<?> dataset) {
    transformSchema(dataset.schema(), true);
    KernelPcaModel model = new SparkFit(this, dataset).run();
    KernelPcaTransformer transformer = new KernelPcaTransformer(uid, model);
    transformer.setParent(this);
    return copyValues(transformer, extractParamMap());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    Schemas.requireVector(schema, getFeaturesCol());
    if (getWeightCol() != null) {
      Schemas.requireNumber(schema, getWeightCol());
    }
    return Schemas.withOutput(schema, getOutputCol(), null);
  }

  @Override
  public KernelPcaEstimator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads an estimator that was saved. */
  public static MLReader<KernelPcaEstimator> read() {
    return new DefaultParamsReader<>();
  }

  public static KernelPcaEstimator load(String path) {
    return read().load(path);
  }
}
