package dev.mercer;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.problem.Indefinite;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.problem.VarianceGoal;
import dev.mercer.kernel.Gaussian;
import dev.mercer.method.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a fit did and how good it is: the report of the command line, as a value.
 *
 * <p>Held as the JSON tree it is written as, so that a report read back from a model file of any
 * version loses nothing.
 */
public final class FitReport {

  /** The version of the library, written into reports. */
  public static final String VERSION = "0.1.0";

  /** What has no meaning where a kernel has no feature space; the trace of its matrix has one. */
  private static final List<String> NO_MEANING = List.of("explainedVariance", "empiricalError");

  /** One stage: its time, the heap planned for it, the kernel values computed. */
  public record Stage(String name, double seconds, long bytes, long kernelEvaluations) {}

  private final Map<String, Object> json;
  private final Certificate certificate;

  private FitReport(Map<String, Object> json, Certificate certificate) {
    this.json = json;
    this.certificate = certificate;
  }

  /**
   * A report read back from JSON.
   *
   * @throws IllegalArgumentException if a field the accessors need is missing or of another kind
   */
  public static FitReport parse(String text) {
    Map<String, Object> json = Json.parseObject(text);
    for (String name : List.of("samples", "features", "rank", "rankRequested", "seconds")) {
      if (!(json.get(name) instanceof Number)) {
        throw new IllegalArgumentException("'" + name + "' is not a number");
      }
    }
    for (String name : List.of("stages", "notes", "eigenvalues")) {
      if (!(json.get(name) instanceof List<?>)) {
        throw new IllegalArgumentException("'" + name + "' is not a list");
      }
    }
    for (Object value : (List<?>) json.get("eigenvalues")) {
      if (!(value instanceof Number)) {
        throw new IllegalArgumentException("'eigenvalues' are not numbers");
      }
    }
    if (json.get("rankReason") != null && !(json.get("rankReason") instanceof String)) {
      throw new IllegalArgumentException("'rankReason' is not a text");
    }
    return new FitReport(json, Certificate.parse(json.get("certificate")));
  }

  static FitReport of(
      Problem problem,
      Method method,
      Plan plan,
      Solution solution,
      List<Stage> stages,
      double seconds) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("samples", problem.rows().count());
    json.put("features", problem.rows().columns());
    json.put("kernel", problem.kernel().spec());
    if (problem.kernel() instanceof Gaussian gaussian) {
      json.put("sigma", gaussian.sigma());
      json.put("gamma", gaussian.gamma());
    }
    json.put("positiveSemidefinite", problem.kernel().positiveSemidefinite());
    // auto says what it took
    json.put("method", method.spec().equals("auto") ? plan.method() : method.spec());
    Solution.LandmarkUse landmarks = solution.provenance().landmarks();
    json.put("selector", landmarks == null ? null : landmarks.selector());
    json.put("landmarks", landmarks == null ? null : landmarks.count());
    json.put("landmarkRows", landmarks == null ? null : landmarks.rows());
    json.put("landmarkWeights", landmarks == null ? null : landmarks.weights());
    json.put("center", problem.center() ? "feature" : "none");
    json.put("rank", solution.axes().rank());
    json.put("rankRequested", solution.quality().rank().asked());
    String missed = VarianceGoal.missed(problem, solution);
    if (problem.target().byVariance()) {
      json.put("varianceRequested", problem.target().variance());
    }
    json.put("rankReason", missed != null ? missed : solution.quality().rank().reason());
    if (problem.weights() != null) {
      json.put("weightSum", problem.weightSum());
    }
    json.put("eigenvalues", solution.axes().eigenvalues());
    boolean indefinite = solution.indefinite(problem);
    json.put(
        "explainedVariance",
        Double.isNaN(solution.quality().totalVariance()) ? null : shares(solution));
    json.put("totalVariance", known(solution.quality().totalVariance()));
    json.put("empiricalError", known(solution.quality().empiricalError()));
    if (indefinite) {
      Indefinite.withhold(json, problem.kernel(), NO_MEANING);
    }
    Certificate certificate = solution.quality().assurance().certificate();
    json.put("certificate", certificate == null ? null : certificate.toJson());
    json.put("certificateReason", solution.quality().assurance().reason());
    Solution.NegativeEigenvalues negative = solution.quality().negative();
    json.put(
        "negativeEigenvalues",
        negative == null
            ? null
            : Json.object(
                "count", negative.count(),
                "exact", negative.exact(),
                "smallest", negative.smallest()));
    json.put("operator", operatorJson(solution.provenance().operator()));
    json.put(
        "solver",
        Json.object(
            "kind", solution.provenance().solver().kind(),
            "iterations", solution.provenance().solver().iterations(),
            "products", solution.provenance().solver().products(),
            "residuals", solution.provenance().solver().residuals()));
    json.putAll(solution.provenance().facts());
    List<String> notes = new ArrayList<>(plan.notes());
    notes.addAll(solution.provenance().notes());
    if (problem.target().byVariance() && json.get("rankReason") != null) {
      notes.add((String) json.get("rankReason"));
    }
    if (indefinite && problem.target().byVariance()) {
      notes.add(
          "a share of the variance means little here: components were kept until their eigenvalues"
              + " sum to that share of the trace, from which negative eigenvalues take away; ask for"
              + " a number of components (--rank)");
    }
    List<String> absent = new ArrayList<>();
    json.replaceAll((name, value) -> onlyNumbers(name, value, absent));
    if (!absent.isEmpty()) {
      notes.add(
          String.join(", ", absent)
              + ": no such number exists, because what it follows from is beyond the range of"
              + " double; scale the data or the weights towards 1");
    }
    json.put("notes", notes);
    json.put("seed", problem.seed());
    json.put("threads", problem.workers().threads());
    Backend backend = Backend.instance();
    json.put(
        "backend",
        Json.object(
            "blas", backend.blas().name(),
            "blasDetail", backend.blas().detail(),
            "simd", backend.simd().name(),
            "simdDetail", backend.simd().detail(),
            "refused", backend.refused()));
    List<Object> listed = new ArrayList<>();
    for (Stage stage : stages) {
      listed.add(stageJson(stage));
    }
    json.put("stages", listed);
    json.put("peakBytesPlanned", plan.peakBytes());
    json.put("seconds", seconds);
    json.put("version", VERSION);
    return new FitReport(json, certificate);
  }

  /**
   * The value with null for what is infinite or not a number, as JSON has no word for these.
   *
   * @param absent receives the names of such values
   */
  private static Object onlyNumbers(String name, Object value, List<String> absent) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> result = new LinkedHashMap<>();
      map.forEach(
          (key, part) -> result.put((String) key, onlyNumbers(name + "." + key, part, absent)));
      return result;
    }
    boolean number =
        value instanceof Double single
            ? Double.isFinite(single)
            : !(value instanceof double[] several)
                || Arrays.stream(several).allMatch(Double::isFinite);
    if (!number) {
      absent.add(name);
    }
    return number ? value : null;
  }

  /** What was not computed is null in the report. */
  private static Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  /** What only fast sums have is left out elsewhere. */
  private static Map<String, Object> operatorJson(Solution.OperatorUse operator) {
    Map<String, Object> json =
        Json.object(
            "kind", operator.kind(),
            "precision", operator.precision(),
            "errorBound", operator.errorBound());
    putKnown(json, "scheme", operator.scheme());
    putKnown(json, "terms", operator.terms());
    putKnown(json, "clusters", operator.clusters());
    putKnown(json, "sampledError", operator.sampledError());
    return json;
  }

  private static void putKnown(Map<String, Object> json, String name, Object value) {
    if (value != null) {
      json.put(name, value);
    }
  }

  private static Map<String, Object> stageJson(Stage stage) {
    return Json.object(
        "name", stage.name(),
        "seconds", stage.seconds(),
        "bytes", stage.bytes(),
        "kernelEvaluations", stage.kernelEvaluations());
  }

  private static double[] shares(Solution solution) {
    double[] shares = solution.axes().eigenvalues().clone();
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= solution.quality().totalVariance();
    }
    return shares;
  }

  /**
   * The same report with a stage put first that is not part of the fit, such as reading the data.
   */
  public FitReport withStageBefore(Stage stage) {
    Map<String, Object> changed = new LinkedHashMap<>(json);
    List<Object> stages = new ArrayList<>();
    stages.add(stageJson(stage));
    stages.addAll((List<?>) json.get("stages"));
    changed.put("stages", stages);
    return new FitReport(changed, certificate);
  }

  /** The same report with one more entry, or another value of one. */
  public FitReport with(String name, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(json);
    changed.put(name, value);
    return new FitReport(changed, certificate);
  }

  /** The same report of more rows than the first ones; rows of weight one need no sum. */
  FitReport withSamples(long rows, double weightSum) {
    Map<String, Object> changed = new LinkedHashMap<>(json);
    changed.put("samples", rows);
    if (weightSum != rows || json.containsKey("weightSum")) {
      changed.put("weightSum", weightSum);
    }
    return new FitReport(changed, certificate);
  }

  public long samples() {
    return ((Number) json.get("samples")).longValue();
  }

  public int rank() {
    return ((Number) json.get("rank")).intValue();
  }

  public int rankRequested() {
    return ((Number) json.get("rankRequested")).intValue();
  }

  /** Why fewer components than asked for were kept; null if none is missing. */
  public String rankReason() {
    return (String) json.get("rankReason");
  }

  public double seconds() {
    return ((Number) json.get("seconds")).doubleValue();
  }

  /** The trace of the (centred) Gram matrix; NaN where it was not computed. */
  public double totalVariance() {
    return json.get("totalVariance") instanceof Number total ? total.doubleValue() : Double.NaN;
  }

  /**
   * How far the fit can be from the exact one; null where there is none, see the report's reason.
   */
  public Certificate certificate() {
    return certificate;
  }

  /** Why an entry that other fits have is null; null where nothing is said of it. */
  public String reason(String name) {
    return json.get("reasons") instanceof Map<?, ?> reasons
            && reasons.get(name) instanceof String text
        ? text
        : null;
  }

  /** Why there is no certificate; null where there is one. */
  public String certificateReason() {
    return json.get("certificateReason") instanceof String reason ? reason : null;
  }

  /** Remarks for the user: why this operator, negative eigenvalues, and the like. */
  public List<String> notes() {
    return ((List<?>) json.get("notes")).stream().map(String::valueOf).toList();
  }

  /** One entry of the report by its name in the JSON form; null if absent. */
  public Object get(String name) {
    return json.get(name);
  }

  /** The report as JSON, in the form cli.md fixes. */
  public String toJson() {
    return Json.write(json);
  }

  /** The report as JSON on one line. */
  public String toCompactJson() {
    return Json.compact(json);
  }
}
