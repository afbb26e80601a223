package dev.mercer.spark;

import dev.mercer.KernelPcaModel;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A fitted kernel PCA as a Spark model, which adds a column of scores. Made by {@link
 * KernelPcaEstimator}, or from a model file of Mercer by {@link
 * #KernelPcaTransformer(KernelPcaModel)}.
 *
 * <p>Rows are scored block by block in every partition. A saved model contains {@value
 * KernelPcaPersistence#FILE}, which {@code mercer inspect} and {@code mercer transform} can read.
 */
public final class KernelPcaTransformer extends Model<KernelPcaTransformer> implements MLWritable {

  private static final long serialVersionUID = 1;

  private final String uid;
  private final transient KernelPcaModel model;
  private final Param<String> featuresCol;
  private final Param<String> outputCol;

  /** A model that was fitted elsewhere. */
  public KernelPcaTransformer(KernelPcaModel model) {
    this(Identifiable.randomUID("kernelPca"), model);
  }

  KernelPcaTransformer(String uid, KernelPcaModel model) {
    this.uid = uid;
    this.model = model;
    this.featuresCol = new Param<>(this, "featuresCol", "features column name");
    this.outputCol = new Param<>(this, "outputCol", "output column name");
    setDefault(featuresCol, "features");
    setDefault(outputCol, uid + "__output");
  }

  @Override
  public String uid() {
    return uid;
  }

  /** The model itself: eigenvalues, landmarks, report and certificate. */
  public KernelPcaModel model() {
    return model;
  }

  public Param<String> featuresCol() {
    return featuresCol;
  }

  public Param<String> outputCol() {
    return outputCol;
  }

  public KernelPcaTransformer setFeaturesCol(String value) {
    set(featuresCol, value);
    return this;
  }

  public String getFeaturesCol() {
    return getOrDefault(featuresCol);
  }

  public KernelPcaTransformer setOutputCol(String value) {
    set(outputCol, value);
    return this;
  }

  public String getOutputCol() {
    return getOrDefault(outputCol);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema(), true);
    SparkSession session = (SparkSession) dataset.sparkSession();
    Broadcast<Sent.Model> sent =
        JavaSparkContext.fromSparkContext(session.sparkContext()).broadcast(Sent.Model.of(model));
    int features = dataset.schema().fieldIndex(getFeaturesCol());
    ScoreBlocks scores = new ScoreBlocks(sent, features, getFeaturesCol());
    return withMetadata(dataset.toDF().mapPartitions(scores, Encoders.row(schema)), schema);
  }

  /** Restores the metadata of columns, because encoders keep only their types. */
  private static Dataset<Row> withMetadata(Dataset<Row> data, StructType schema) {
    Dataset<Row> result = data;
    for (StructField field : schema.fields()) {
      if (!field.metadata().equals(Metadata.empty())) {
        result = result.withMetadata(field.name(), field.metadata());
      }
    }
    return result;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    Schemas.requireVector(schema, getFeaturesCol());
    return Schemas.withOutput(schema, getOutputCol(), model.rank());
  }

  @Override
  public KernelPcaTransformer copy(ParamMap extra) {
    KernelPcaTransformer copied = new KernelPcaTransformer(uid, model);
    copied.setParent(parent());
    return copyValues(copied, extra);
  }

  @Override
  public MLWriter write() {
    return KernelPcaPersistence.writer(this);
  }

  /** Reads a model that was saved. */
  public static MLReader<KernelPcaTransformer> read() {
    return KernelPcaPersistence.reader();
  }

  public static KernelPcaTransformer load(String path) {
    return read().load(path);
  }

  @Override
  public String toString() {
    return "KernelPcaTransformer: uid=" + uid + ", " + model;
  }
}
