package dev.mercer;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.kernel.FourierFeatures;
import dev.mercer.internal.store.SafeTensors;
import dev.mercer.internal.store.SafeTensorsWriter;
import dev.mercer.internal.store.Tensor;
import dev.mercer.internal.store.TensorType;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Models as safetensors files, which other languages read as they are.
 *
 * <p>Metadata: {@code mercer.format} = "1", {@code mercer.version}, {@code kernel}, {@code method},
 * {@code center}, {@code report} (JSON), {@code featureNames} (JSON array) and {@code scaling}
 * where there are any. Tensors, in double: {@code points} (p x d, after scaling), {@code
 * coefficients} (p x r), {@code offset} (r), {@code eigenvalues} (r); of a centered model {@code
 * mean} (p) and {@code meanSquaredNorm} (1); of a scaled one {@code scalingShift} and {@code
 * scalingFactor} (d), a feature x entering the kernel as (x - shift) * factor. Scores are
 * coefficients' k(points, x) - offset. A model of a precomputed Gram matrix has no points. A model
 * of D random features has {@code frequencies} (D x d) and {@code phases} (D) instead of points; p
 * is D, and scores are coefficients' z(x) - offset with z(x) = sqrt(2 k(x,x) / D) cos(frequencies x
 * + phases). {@code landmarks} (m x d) are those behind a model whose points they are not.
 *
 * <p>Files are hostile until read: every shape is checked against the others, every number must be
 * finite.
 */
final class ModelFile {

  private static final String FORMAT = "1";
  private static final int BLOCK_VALUES = 1 << 20;

  private ModelFile() {}

  static void write(KernelPcaModel model, Path file) throws IOException {
    content(model).write(file);
  }

  /** Writes all content of a model file to a channel. */
  static void write(KernelPcaModel model, WritableByteChannel channel) throws IOException {
    content(model).write(channel);
  }

  private static SafeTensorsWriter content(KernelPcaModel model) {
    if (!model.kernel().named()) {
      throw new IllegalArgumentException(
          "the kernel "
              + model.kernel().spec()
              + " is a function of your program and cannot be written to a file; keep the model in"
              + " memory or use a kernel that has a name");
    }
    SafeTensorsWriter writer =
        new SafeTensorsWriter()
            .metadata("mercer.format", FORMAT)
            .metadata("mercer.version", FitReport.VERSION)
            .metadata("kernel", model.kernel().spec())
            .metadata("method", String.valueOf(model.report().method()))
            .metadata("center", model.centered() ? "feature" : "none")
            .metadata("report", model.report().toCompactJson());
    if (model.featureNames() != null) {
      writer.metadata("featureNames", Json.compact(model.featureNames()));
    }
    Matrix coefficients = model.coefficients();
    if (model.points() != null) {
      Rows points = model.points();
      writer.add("points", TensorType.F64, points.count(), points.columns(), points::copy);
    }
    if (model.frequencies() != null) {
      Matrix frequencies = model.frequencies();
      writer.add("frequencies", frequencies.values(), frequencies.rows(), frequencies.columns());
      writer.add("phases", model.phases(), frequencies.rows());
    }
    if (model.landmarks() != null) {
      Rows landmarks = model.landmarks();
      writer.add(
          "landmarks", TensorType.F64, landmarks.count(), landmarks.columns(), landmarks::copy);
    }
    writer.add("coefficients", coefficients.values(), coefficients.rows(), coefficients.columns());
    writer.add("offset", model.offset(), model.rank());
    writer.add("eigenvalues", model.eigenvalues(), model.rank());
    if (model.centered()) {
      writer.add("mean", model.mean(), coefficients.rows());
      writer.add("meanSquaredNorm", new double[] {model.meanSquaredNorm()}, 1);
    }
    Scaling scaling = model.scaling();
    if (scaling != null) {
      writer.metadata("scaling", scaling.kind());
      writer.add("scalingShift", scaling.shift(), scaling.shift().length);
      writer.add("scalingFactor", scaling.factor(), scaling.factor().length);
    }
    return writer;
  }

  static KernelPcaModel read(Path file) throws IOException {
    try (SafeTensors tensors = SafeTensors.open(file)) {
      return read(tensors, file);
    }
  }

  private static KernelPcaModel read(SafeTensors tensors, Path file) throws IOException {
    String format = tensors.metadata().get("mercer.format");
    if (format == null) {
      throw new ModelFormatException(file, "is a safetensors file but not a model of mercer");
    }
    if (!format.equals(FORMAT)) {
      throw new ModelFormatException(
          file, "has the format " + quoted(format) + "; this version reads " + FORMAT);
    }
    Kernel kernel = kernel(tensors, file);
    FitReport report = report(tensors, file);
    Tensor a = matrix(tensors, file, "coefficients");
    int p = size(file, "coefficients", a.shape().get(0));
    int r = size(file, "coefficients", a.shape().get(1));
    size(file, "coefficients", a.entries());
    Matrix coefficients = Matrix.wrap(p, r, finite(tensors, file, "coefficients"));
    double[] offset = vector(tensors, file, "offset", r);
    double[] eigenvalues = vector(tensors, file, "eigenvalues", r);
    boolean centered = centered(tensors, file);
    double[] mean = centered ? vector(tensors, file, "mean", p) : null;
    double norm = centered ? vector(tensors, file, "meanSquaredNorm", 1)[0] : 0;
    FourierFeatures features = features(tensors, file, kernel, p);
    boolean pointless = !kernel.hasPoints() || features != null;
    Rows points = pointless ? null : points(tensors, file, p);
    int d = features != null ? features.columns() : points == null ? p : points.columns();
    List<String> names = featureNames(tensors, file, d);
    Scaling scaling = scaling(tensors, file, d);
    return new KernelPcaModel(
        kernel,
        points,
        features,
        landmarks(tensors, file, points),
        coefficients,
        offset,
        eigenvalues,
        mean,
        norm,
        scaling,
        names,
        report);
  }

  private static Kernel kernel(SafeTensors tensors, Path file) {
    String text = tensors.metadata("kernel");
    try {
      return KernelSpec.kernel(text);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file, "names no kernel: " + e.getMessage(), e);
    }
  }

  private static FitReport report(SafeTensors tensors, Path file) {
    try {
      return FitReport.parse(tensors.metadata("report"));
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file, "has a report that is no report: " + e.getMessage(), e);
    }
  }

  private static boolean centered(SafeTensors tensors, Path file) {
    String center = tensors.metadata("center");
    return switch (center) {
      case "feature" -> true;
      case "none" -> false;
      default ->
          throw new ModelFormatException(
              file, "is centred " + quoted(center) + "; known are feature and none");
    };
  }

  private static Rows points(SafeTensors tensors, Path file, int p) throws IOException {
    Tensor tensor = matrix(tensors, file, "points");
    if (tensor.shape().get(0) != p) {
      throw new ModelFormatException(
          file, "has " + tensor.shape().get(0) + " points but coefficients for " + p);
    }
    return rows(tensors, file, "points", p);
  }

  /** The landmarks of a model whose points they are not; null for others. */
  private static Rows landmarks(SafeTensors tensors, Path file, Rows points) throws IOException {
    if (points == null
        || tensors.tensors().stream().noneMatch(tensor -> tensor.name().equals("landmarks"))) {
      return null;
    }
    Tensor tensor = matrix(tensors, file, "landmarks");
    if (tensor.shape().get(1) != points.columns()) {
      throw new ModelFormatException(
          file,
          "has landmarks of "
              + tensor.shape().get(1)
              + " features but points of "
              + points.columns());
    }
    return rows(tensors, file, "landmarks", size(file, "landmarks", tensor.shape().get(0)));
  }

  private static Rows rows(SafeTensors tensors, Path file, String name, int count)
      throws IOException {
    int d = size(file, name, matrix(tensors, file, name).shape().get(1));
    DenseRows.Builder builder = DenseRows.builder(d, Precision.DOUBLE);
    int step = Math.max(1, Math.min(count, BLOCK_VALUES / d));
    double[] block = new double[Math.multiplyExact(step, d)];
    for (int first = 0; first < count; first += step) {
      int part = Math.min(step, count - first);
      tensors.copyRows(name, first, part, block, 0);
      requireFinite(file, name, block, part * d);
      builder.append(block, 0, part);
    }
    return builder.build();
  }

  /** The random features of a model that has them; null for a model of points. */
  private static FourierFeatures features(SafeTensors tensors, Path file, Kernel kernel, int p)
      throws IOException {
    if (tensors.tensors().stream().noneMatch(tensor -> tensor.name().equals("frequencies"))) {
      return null;
    }
    Tensor tensor = matrix(tensors, file, "frequencies");
    if (tensor.shape().get(0) != p) {
      throw new ModelFormatException(
          file, "has " + tensor.shape().get(0) + " 'frequencies' but coefficients for " + p);
    }
    int d = size(file, "frequencies", tensor.shape().get(1));
    size(file, "frequencies", tensor.entries());
    Matrix frequencies = Matrix.wrap(p, d, finite(tensors, file, "frequencies"));
    double[] phases = vector(tensors, file, "phases", p);
    try {
      return FourierFeatures.of(kernel, frequencies, phases);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file, "has bad random features: " + e.getMessage(), e);
    }
  }

  private static List<String> featureNames(SafeTensors tensors, Path file, int d) {
    String text = tensors.metadata().get("featureNames");
    if (text == null) {
      return null;
    }
    List<String> names = new ArrayList<>();
    try {
      if (Json.parse(text) instanceof List<?> list) {
        for (Object each : list) {
          if (each instanceof String name) {
            names.add(name);
          }
        }
      }
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file, "has bad feature names: " + e.getMessage(), e);
    }
    if (names.size() != d) {
      throw new ModelFormatException(
          file, "has " + names.size() + " feature names for " + d + " features");
    }
    return List.copyOf(names);
  }

  private static Scaling scaling(SafeTensors tensors, Path file, int d) throws IOException {
    String kind = tensors.metadata().get("scaling");
    if (kind == null) {
      return null;
    }
    double[] shift = vector(tensors, file, "scalingShift", d);
    double[] factor = vector(tensors, file, "scalingFactor", d);
    try {
      return new Scaling(kind, shift, factor);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file, "has a bad scaling: " + e.getMessage(), e);
    }
  }

  private static Tensor matrix(SafeTensors tensors, Path file, String name) {
    Tensor tensor = tensors.tensor(name);
    List<Long> shape = tensor.shape();
    if (shape.size() != 2 || shape.get(0) < 1 || shape.get(1) < 1) {
      throw new ModelFormatException(
          file, "has '" + name + "' of shape " + shape + "; a matrix that is not empty is needed");
    }
    return tensor;
  }

  private static int size(Path file, String name, long size) {
    if (size > Integer.MAX_VALUE - 8) {
      throw new ModelFormatException(file, "has '" + name + "' of a size " + size + " beyond 2^31");
    }
    return (int) size;
  }

  private static double[] vector(SafeTensors tensors, Path file, String name, int length)
      throws IOException {
    Tensor tensor = tensors.tensor(name);
    if (!tensor.shape().equals(List.of((long) length))) {
      throw new ModelFormatException(
          file, "has '" + name + "' of shape " + tensor.shape() + "; [" + length + "] is needed");
    }
    return finite(tensors, file, name);
  }

  private static double[] finite(SafeTensors tensors, Path file, String name) throws IOException {
    double[] values = tensors.readDoubles(name);
    requireFinite(file, name, values, values.length);
    return values;
  }

  private static void requireFinite(Path file, String name, double[] values, int length) {
    for (int k = 0; k < length; k++) {
      if (!Double.isFinite(values[k])) {
        throw new ModelFormatException(file, "has " + values[k] + " in '" + name + "'");
      }
    }
  }

  private static String quoted(String text) {
    return "'" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "'";
  }
}
