package dev.mercer.app.report;

import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.app.cli.console.Visible;
import dev.mercer.app.plot.ImageSheet;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.json.Json;
import dev.mercer.use.drive.FeatureDrive;
import dev.mercer.use.drive.ScoreGradients;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What drives each component of a model, as text, as JSON and as a picture.
 *
 * @param rows a description of the rows at which the gradients were computed
 * @param available the number of these rows; if it is above the limit, rows at equal distances were
 *     used
 * @param weighted whether rows count by their weights
 */
public record FeatureDriveView(
    FeatureDrive drive, List<String> names, String rows, int available, boolean weighted) {

  private static final int MOST_COMPONENTS = 30;

  /** A direction this strong means that three quarters of the movement go one way. */
  private static final double ONE_WAY = 0.5;

  /** The drive over the points of a model, which are its training rows or landmarks. */
  public static FeatureDriveView atPoints(
      KernelPcaModel model, ScoreGradients gradients, int sample, Progress progress) {
    if (model.points() == null) {
      throw new IllegalArgumentException(
          "the model is made of random features and holds no rows to average over; name some with"
              + " --data DATA");
    }
    return at(
        model,
        gradients,
        model.points(),
        gradients.pointWeights(),
        "points of the model",
        sample,
        progress);
  }

  /**
   * @param rows after the scaling of the model
   * @param weights null if every row counts once
   * @param words a description of the rows
   */
  public static FeatureDriveView at(
      KernelPcaModel model,
      ScoreGradients gradients,
      Rows rows,
      double[] weights,
      String words,
      int sample,
      Progress progress) {
    progress.stage("gradients", 0);
    int[] chosen = everySoMany(rows.count(), sample);
    FeatureDrive drive =
        chosen.length == rows.count()
            ? gradients.driveScaled(rows, weights)
            : gradients.driveScaled(
                rows.select(chosen),
                weights == null
                    ? null
                    : IntStream.of(chosen).mapToDouble(i -> weights[i]).toArray());
    progress.done();
    List<String> names =
        model.featureNames() != null
            ? model.featureNames()
            : IntStream.range(0, model.columns()).mapToObj(f -> "x" + f).toList();
    return new FeatureDriveView(drive, names, words, rows.count(), weights != null);
  }

  /** Row numbers that are evenly spread, so that no class of sorted rows is left out. */
  private static int[] everySoMany(int count, int sample) {
    int taken = Math.min(count, sample);
    return IntStream.range(0, taken).map(i -> (int) ((long) i * count / taken)).toArray();
  }

  public String text(int top) {
    List<String> shown = names.stream().map(Visible::line).toList();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%nWhat drives each component, over %s%s%s%n",
            drive.rows() < available ? drive.rows() + " of the " : "the ",
            available + " " + Visible.line(rows),
            weighted ? ", by their weights" : ""));
    text.append(
        "(share: of the squared movement of the score, each feature moved by its standard\n");
    text.append("deviation; the score rises or falls with it, or does both in places)\n\n");
    int width =
        IntStream.range(0, Math.min(MOST_COMPONENTS, drive.components()))
            .flatMap(c -> IntStream.of(drive.ranking(c)).limit(top))
            .map(f -> shown.get(f).length())
            .max()
            .orElse(0);
    for (int c = 0; c < drive.components(); c++) {
      if (c == MOST_COMPONENTS) {
        text.append("… ").append(drive.components() - c).append(" more with --json\n");
        break;
      }
      component(text, shown, c, top, width);
    }
    return text.toString();
  }

  private void component(
      StringBuilder text, List<String> shown, int component, int top, int width) {
    double[] shares = drive.shares(component);
    int[] ranking = drive.ranking(component);
    for (int i = 0; i < Math.min(top, ranking.length); i++) {
      int feature = ranking[i];
      text.append(
          String.format(
              Locale.ROOT,
              "%-6s %6.2f%%  %-" + Math.max(1, width) + "s  %s%n",
              i == 0 ? "pc" + (component + 1) : "",
              100 * shares[feature],
              shown.get(feature),
              words(drive.direction(component, feature), shares[feature])));
    }
  }

  private static String words(double direction, double share) {
    if (share == 0) {
      return "nothing";
    }
    return direction >= ONE_WAY ? "rises" : direction <= -ONE_WAY ? "falls" : "both";
  }

  public Map<String, Object> json() {
    List<Object> components = new ArrayList<>();
    for (int c = 0; c < drive.components(); c++) {
      components.add(
          Json.object(
              "component", "pc" + (c + 1),
              "meanGradient", drive.meanGradient().row(c),
              "meanAbsolute", drive.meanAbsolute().row(c),
              "rms", drive.rootMeanSquare().row(c),
              "share", drive.shares(c)));
    }
    return Json.object(
        "rows", drive.rows(),
        "rowsAvailable", available,
        "rowsAre", rows,
        "weighted", weighted,
        "names", names,
        "deviations", drive.deviations(),
        "components", components);
  }

  /** The side of square images with this number of pixels. */
  public static int sideOf(int features) {
    int side = (int) Math.round(Math.sqrt(features));
    if (side * side != features) {
      throw new IllegalArgumentException(
          "--sheet draws square images, but the model has "
              + features
              + " features, which is no square; leave --sheet out");
    }
    return side;
  }

  /** Draws the drive of every pixel and its direction: gray for none, white rises, black falls. */
  public void writeSheet(Path file) throws IOException {
    int side = sideOf(drive.features());
    double[] drives = new double[drive.components() * drive.features()];
    double[] directions = new double[drives.length];
    for (int c = 0; c < drive.components(); c++) {
      double largest = Math.max(drive.drive(c, drive.ranking(c)[0]), Double.MIN_NORMAL);
      for (int f = 0; f < drive.features(); f++) {
        int at = c * drive.features() + f;
        drives[at] = drive.drive(c, f) / largest;
        directions[at] = 0.5 + 0.5 * drives[at] * drive.direction(c, f);
      }
    }
    ImageSheet.of(side, side)
        .range(0, 1)
        .row("drive", Matrix.wrap(drive.components(), drive.features(), drives))
        .row(
            "rises white falls black",
            Matrix.wrap(drive.components(), drive.features(), directions))
        .write(file);
  }
}
