package dev.mercer;

import dev.mercer.internal.json.Json;
import dev.mercer.internal.novelty.NoveltyStage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a fit did and how good it is: its report, as a value that never changes.
 *
 * <p>Numbers that were not computed are NaN or empty. A report read back from a model file of any
 * version loses nothing: what this version does not know is written again as it was.
 */
public final class FitReport {

  /** The version of the library, written into reports. */
  public static final String VERSION = "0.1.0";

  /**
   * How products with the Gram matrix were computed.
   *
   * @param errorBound the largest error of any kernel value beyond double rounding; empty where
   *     none is proven
   * @param scheme how kernel values were expanded or summed; empty where they were computed
   * @param terms of the largest expansion
   * @param clusters expansions or nodes the scheme worked with
   * @param sampledError the largest error among some kernel values computed for comparison
   */
  public record Operator(
      String kind,
      String precision,
      OptionalDouble errorBound,
      Optional<String> scheme,
      OptionalInt terms,
      OptionalInt clusters,
      OptionalDouble sampledError) {}

  /**
   * Quantiles of T^2 and of the squared prediction error over the training rows: above them rows
   * are called novel.
   *
   * @param rows how many training rows they are over: all, or those drawn where there are many
   * @param levels shares from 0 to 1, rising
   * @param t2 at these levels
   * @param spe at these levels; empty where the prediction error is not known
   */
  public record NoveltyQuantiles(long rows, double[] levels, double[] t2, Optional<double[]> spe) {}

  private final ReportEntries entries;

  /** The report takes the entries: nobody changes them any more. */
  FitReport(ReportEntries entries) {
    this.entries = entries;
  }

  /**
   * A report read back from JSON.
   *
   * @throws IllegalArgumentException if a field that every report has is missing or of another kind
   */
  public static FitReport parse(String text) {
    return new FitReport(ReportJson.parse(text));
  }

  /** The report as JSON, as {@code mercer fit --report} writes it. */
  public String toJson() {
    return Json.write(ReportJson.tree(entries));
  }

  /** The report as JSON on one line. */
  public String toCompactJson() {
    return Json.compact(ReportJson.tree(entries));
  }

  /**
   * The same report with a stage put first that is not part of the fit, such as reading the data.
   */
  public FitReport withStageBefore(Stage stage) {
    ReportEntries changed = entries.copy();
    List<Stage> stages = new ArrayList<>();
    stages.add(stage);
    stages.addAll(entries.stages);
    changed.stages = List.copyOf(stages);
    changed.field("stages");
    return new FitReport(changed);
  }

  /**
   * The same report with something more, for what only one method or engine has to say.
   *
   * @param value as JSON has it: a text, number, list, array or map of these, or null
   */
  public FitReport withFact(String name, Object value) {
    ReportEntries changed = entries.copy();
    changed.other(name, value);
    return new FitReport(changed);
  }

  /**
   * The same report of more rows than the first ones.
   *
   * @param weighted whether they have weights; else there is no entry for the sum
   */
  FitReport withSamples(long rows, double weightSum, boolean weighted) {
    ReportEntries changed = entries.copy();
    changed.samples = rows;
    changed.field("samples");
    changed.weightSum = weighted ? (Double) weightSum : null;
    if (weighted) {
      changed.field("weightSum");
    } else {
      changed.without("weightSum");
    }
    return new FitReport(changed);
  }

  /** The same report with what the last stage of the fit found. */
  FitReport withNovelty(NoveltyStage.Found found) {
    ReportEntries changed = entries.copy();
    changed.novelty = found.quantiles();
    changed.noveltyReason = found.reason();
    changed.field("novelty");
    changed.field("noveltyReason");
    return new FitReport(changed);
  }

  /** The same report of a fit that took so long. */
  FitReport timed(List<Stage> stages, double seconds) {
    ReportEntries changed = entries.copy();
    changed.stages = List.copyOf(stages);
    changed.seconds = seconds;
    changed.field("stages");
    changed.field("seconds");
    return new FitReport(changed);
  }

  /** The same report of landmarks chosen otherwise. */
  FitReport withLandmarks(String selector, double[] weights) {
    ReportEntries changed = entries.copy();
    changed.selector = selector;
    changed.landmarkWeights = weights;
    changed.field("selector");
    changed.field("landmarkWeights");
    return new FitReport(changed);
  }

  /** Number of training rows. */
  public long samples() {
    return entries.samples;
  }

  /** Number of columns of the training rows. */
  public int features() {
    return entries.features;
  }

  /** The kernel in the words of {@link dev.mercer.kernel.KernelSpec}. */
  public String kernel() {
    return entries.kernel;
  }

  /** The width of a Gaussian kernel exp(-|x-y|^2 / (2 sigma^2)); empty for other kernels. */
  public OptionalDouble sigma() {
    return optional(entries.sigma);
  }

  /** The same width as gamma = 1 / (2 sigma^2); empty for other kernels. */
  public OptionalDouble gamma() {
    return optional(entries.gamma);
  }

  /** The method used, in words: what was chosen where the choice was left to the library. */
  public String method() {
    return entries.method;
  }

  /** How the landmarks behind the model were chosen; empty where there are none. */
  public Optional<String> selector() {
    return Optional.ofNullable(entries.selector);
  }

  /** How many landmarks are behind the model; empty where there are none. */
  public OptionalInt landmarks() {
    return entries.landmarks == null ? OptionalInt.empty() : OptionalInt.of(entries.landmarks);
  }

  /** The row numbers of the landmarks in the order chosen; empty where they are not rows. */
  public Optional<int[]> landmarkRows() {
    return Optional.ofNullable(entries.landmarkRows).map(int[]::clone);
  }

  /** How many rows each landmark stands for; empty where the method does not use that. */
  public Optional<double[]> landmarkWeights() {
    return Optional.ofNullable(entries.landmarkWeights).map(double[]::clone);
  }

  /** What was centered: {@code feature} or {@code none}. */
  public String center() {
    return entries.center;
  }

  /** How many components there are. */
  public int rank() {
    return entries.rank;
  }

  /** How many components were asked for. */
  public int rankRequested() {
    return entries.rankRequested;
  }

  /** The share of the variance asked for instead of a number of components. */
  public OptionalDouble varianceRequested() {
    return optional(entries.varianceRequested);
  }

  /** Why fewer components than asked for were kept; null if none is missing. */
  public String rankReason() {
    return entries.rankReason;
  }

  /** The sum of the training weights: the number of rows where these have none. */
  public double weightSum() {
    return entries.weightSum == null ? entries.samples : entries.weightSum;
  }

  /** Whether the training rows have weights. */
  public boolean weighted() {
    return entries.weightSum != null;
  }

  /** The eigenvalues, descending. */
  public double[] eigenvalues() {
    return entries.eigenvalues.clone();
  }

  /** The share of the total variance that each component explains; empty where not known. */
  public double[] explainedVariance() {
    return entries.explainedVariance == null ? new double[0] : entries.explainedVariance.clone();
  }

  /** The trace of the (centered) Gram matrix; NaN where it was not computed. */
  public double totalVariance() {
    return known(entries.totalVariance);
  }

  /** The mean squared reconstruction error on the training rows; NaN where it is not known. */
  public double empiricalError() {
    return known(entries.empiricalError);
  }

  /**
   * How far the fit can be from the exact one; null where there is none, see {@link
   * #certificateReason}.
   */
  public Certificate certificate() {
    return entries.certificate;
  }

  /** Why there is no certificate; null where there is one. */
  public String certificateReason() {
    return entries.certificateReason;
  }

  /** Why an entry that other fits have is null; null where nothing is said of it. */
  public String reason(String name) {
    return entries.reasons != null && entries.reasons.get(name) instanceof String text
        ? text
        : null;
  }

  /**
   * Eigenvalues below zero of an indefinite kernel's matrix: {@code count}, whether it is {@code
   * exact}, the {@code smallest}; nothing where none can be or none were looked for.
   */
  public Map<String, Object> negativeEigenvalues() {
    return entries.negativeEigenvalues == null
        ? Map.of()
        : Collections.unmodifiableMap(entries.negativeEigenvalues);
  }

  /**
   * The quantiles over the training rows that novelty takes its thresholds from; empty where the
   * fit has none, see {@link #noveltyReason}.
   */
  public Optional<NoveltyQuantiles> novelty() {
    return Optional.ofNullable(entries.novelty)
        .map(
            kept ->
                new NoveltyQuantiles(
                    kept.rows(),
                    kept.levels().clone(),
                    kept.t2().clone(),
                    kept.spe().map(double[]::clone)));
  }

  /** Why there are no quantiles for novelty; null where there are, or nothing is said of it. */
  public String noveltyReason() {
    return entries.noveltyReason;
  }

  /** How products with the Gram matrix were computed. */
  public Operator operator() {
    return entries.operator;
  }

  /** Which eigen-solver was used. */
  public String solver() {
    return entries.solver.kind();
  }

  /** The steps of the solver. */
  public int iterations() {
    return entries.solver.iterations();
  }

  /** How many vectors the solver had multiplied. */
  public long products() {
    return entries.solver.products();
  }

  /** |K v - theta v| of each component; empty where the solver knows none. */
  public double[] residuals() {
    return entries.solver.residuals().clone();
  }

  /** What only this method or engine has to report, under this name. */
  public Optional<Object> fact(String name) {
    return Optional.ofNullable(entries.others.get(name));
  }

  /** Remarks for the user: why this operator, negative eigenvalues, and the like. */
  public List<String> notes() {
    return entries.notes;
  }

  /** What random numbers started from; the same seed gives the same fit. */
  public long seed() {
    return entries.seed;
  }

  /** How many threads worked. */
  public int threads() {
    return entries.threads;
  }

  /** What computed products and exponentials, and what was refused for which reason. */
  public Map<String, Object> backend() {
    return entries.backend == null ? Map.of() : Collections.unmodifiableMap(entries.backend);
  }

  /** The stages of the fit, in order. */
  public List<Stage> stages() {
    return entries.stages;
  }

  /** Time of the fit with all its stages, without what came before or after it. */
  public double seconds() {
    return entries.seconds;
  }

  /** The version of the library that fitted. */
  public String version() {
    return entries.version;
  }

  private static double known(Double number) {
    return number == null ? Double.NaN : number;
  }

  private static OptionalDouble optional(Double number) {
    return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
  }

  /** A few lines: what was fitted, how, and how good it is. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(samples()).append(" rows of ").append(features()).append(" features, kernel ");
    text.append(kernel()).append(", method ").append(method());
    if (landmarks().isPresent()) {
      text.append(" on ").append(landmarks().getAsInt()).append(" landmarks by ");
      text.append(selector().orElse("a selector that is not known"));
    }
    text.append("\nrank ").append(rank()).append(" of ").append(rankRequested());
    double explained = Arrays.stream(explainedVariance()).sum();
    if (explained > 0) {
      text.append(String.format(Locale.ROOT, ", %.3g%% of the variance", 100 * explained));
    }
    if (!Double.isNaN(empiricalError())) {
      text.append(
          String.format(
              Locale.ROOT,
              ", reconstruction error %.6g per row (total variance %.6g)",
              empiricalError(),
              totalVariance()));
    }
    text.append(String.format(Locale.ROOT, ", %.3g s\n", seconds()));
    text.append(certificate() == null ? "no certificate: " + certificateReason() : certificate());
    return text.toString();
  }
}
