package dev.mercer.spark;

import dev.mercer.KernelPcaModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.SparkSession;

/** Saves models in folders as Spark does: its metadata, and the safetensors file next to it. */
final class KernelPcaPersistence {

  /** The model file inside the folder of a saved model. */
  static final String FILE = "model.safetensors";

  private static final String UNFINISHED = "_" + FILE + ".unfinished";

  private KernelPcaPersistence() {}

  static MLWriter writer(KernelPcaTransformer transformer) {
    return new MLWriter() {
      @Override
      public void saveImpl(String path) {
        // The model is written first, because a folder without metadata is not a saved model.
        try {
          writeModel(transformer.model(), path, sparkSession());
        } catch (IOException e) {
          throw new UncheckedIOException("the model could not be written to " + path, e);
        }
        DefaultParamsWriter.saveMetadata(transformer, path, sparkSession());
      }
    };
  }

  private static void writeModel(KernelPcaModel model, String path, SparkSession session)
      throws IOException {
    Path unfinished = new Path(path, UNFINISHED);
    FileSystem files = unfinished.getFileSystem(session.sparkContext().hadoopConfiguration());
    try (OutputStream out = files.create(unfinished, true)) {
      out.write(ModelBytes.of(model));
    }
    if (!files.rename(unfinished, new Path(path, FILE))) {
      throw new IOException(unfinished + " could not be renamed to " + FILE);
    }
  }

  static MLReader<KernelPcaTransformer> reader() {
    return new MLReader<>() {
      @Override
      public KernelPcaTransformer load(String path) {
        DefaultParamsReader.Metadata metadata =
            DefaultParamsReader.loadMetadata(
                path, sparkSession(), KernelPcaTransformer.class.getName());
        try {
          KernelPcaTransformer transformer =
              new KernelPcaTransformer(metadata.uid(), readModel(path, sparkSession()));
          metadata.getAndSetParams(transformer, metadata.getAndSetParams$default$2());
          return transformer;
        } catch (IOException e) {
          throw new UncheckedIOException("the model could not be read from " + path, e);
        }
      }
    };
  }

  private static KernelPcaModel readModel(String path, SparkSession session) throws IOException {
    Path file = new Path(path, FILE);
    FileSystem files = file.getFileSystem(session.sparkContext().hadoopConfiguration());
    try (InputStream in = files.open(file)) {
      return ModelBytes.read(in.readAllBytes());
    }
  }
}
