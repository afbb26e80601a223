package dev.mercer;

import dev.mercer.internal.json.Json;
import dev.mercer.internal.json.JsonNumbers;
import dev.mercer.internal.problem.Solution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A report as JSON, and back: the only place that knows the names of its fields, on which other
 * programs rely. Reading loses nothing: what a field cannot say exactly, of other versions for
 * instance, is kept as it is and written again.
 */
final class ReportJson {

  /** How one field is read and written; a reader leaves what is of another kind alone. */
  private record Field(
      BiConsumer<ReportEntries, Object> read, Function<ReportEntries, Object> write) {}

  /** All fields in the order of a report. */
  private static final Map<String, Field> FIELDS = fields();

  /** Fields that reports of some fits only have; the others are null where they say nothing. */
  private static final List<String> LEFT_OUT =
      List.of("sigma", "gamma", "varianceRequested", "weightSum", "reasons");

  /** Entries of one method or use come before this. */
  private static final String AFTER_FACTS = "notes";

  private ReportJson() {}

  private static Map<String, Field> fields() {
    Map<String, Field> f = new LinkedHashMap<>();
    f.put("samples", number((e, v) -> e.samples = v.longValue(), e -> e.samples));
    f.put("features", number((e, v) -> e.features = v.intValue(), e -> e.features));
    f.put("kernel", text((e, v) -> e.kernel = v, e -> e.kernel));
    f.put("sigma", number((e, v) -> e.sigma = v.doubleValue(), e -> e.sigma));
    f.put("gamma", number((e, v) -> e.gamma = v.doubleValue(), e -> e.gamma));
    f.put(
        "positiveSemidefinite",
        field(Boolean.class, (e, v) -> e.positiveSemidefinite = v, e -> e.positiveSemidefinite));
    f.put("method", text((e, v) -> e.method = v, e -> e.method));
    f.put("selector", text((e, v) -> e.selector = v, e -> e.selector));
    f.put("landmarks", number((e, v) -> e.landmarks = v.intValue(), e -> e.landmarks));
    f.put(
        "landmarkRows",
        new Field((e, v) -> e.landmarkRows = JsonNumbers.integers(v), e -> e.landmarkRows));
    f.put("landmarkWeights", numbers((e, v) -> e.landmarkWeights = v, e -> e.landmarkWeights));
    f.put("center", text((e, v) -> e.center = v, e -> e.center));
    f.put("rank", number((e, v) -> e.rank = v.intValue(), e -> e.rank));
    f.put("rankRequested", number((e, v) -> e.rankRequested = v.intValue(), e -> e.rankRequested));
    f.put(
        "varianceRequested",
        number((e, v) -> e.varianceRequested = v.doubleValue(), e -> e.varianceRequested));
    f.put("rankReason", text((e, v) -> e.rankReason = v, e -> e.rankReason));
    f.put("weightSum", number((e, v) -> e.weightSum = v.doubleValue(), e -> e.weightSum));
    f.put("eigenvalues", numbers((e, v) -> e.eigenvalues = v, e -> e.eigenvalues));
    f.put(
        "explainedVariance", numbers((e, v) -> e.explainedVariance = v, e -> e.explainedVariance));
    f.put(
        "totalVariance", number((e, v) -> e.totalVariance = v.doubleValue(), e -> e.totalVariance));
    f.put(
        "empiricalError",
        number((e, v) -> e.empiricalError = v.doubleValue(), e -> e.empiricalError));
    f.put("reasons", map((e, v) -> e.reasons = v, e -> e.reasons));
    f.put(
        "certificate",
        new Field(
            (e, v) -> e.certificate = CertificateJson.read(v),
            e -> e.certificate == null ? null : CertificateJson.tree(e.certificate)));
    f.put("certificateReason", text((e, v) -> e.certificateReason = v, e -> e.certificateReason));
    f.put(
        "negativeEigenvalues",
        map((e, v) -> e.negativeEigenvalues = v, e -> e.negativeEigenvalues));
    f.put(
        "novelty",
        new Field(
            (e, v) -> e.novelty = NoveltyJson.read(v),
            e -> e.novelty == null ? null : NoveltyJson.tree(e.novelty)));
    f.put("noveltyReason", text((e, v) -> e.noveltyReason = v, e -> e.noveltyReason));
    f.put("operator", map((e, v) -> e.operator = operator(v), e -> tree(e.operator)));
    f.put("solver", map((e, v) -> e.solver = solver(v), e -> tree(e.solver)));
    f.put(
        "notes",
        field(
            List.class,
            (e, v) -> e.notes = ((List<?>) v).stream().map(String::valueOf).toList(),
            e -> e.notes));
    f.put("seed", number((e, v) -> e.seed = v.longValue(), e -> e.seed));
    f.put("threads", number((e, v) -> e.threads = v.intValue(), e -> e.threads));
    f.put("backend", map((e, v) -> e.backend = v, e -> e.backend));
    f.put(
        "stages",
        field(
            List.class,
            (e, v) -> e.stages = ((List<?>) v).stream().map(ReportJson::stage).toList(),
            e -> e.stages.stream().map(ReportJson::tree).toList()));
    f.put(
        "peakBytesPlanned",
        number((e, v) -> e.peakBytesPlanned = v.longValue(), e -> e.peakBytesPlanned));
    f.put("seconds", number((e, v) -> e.seconds = v.doubleValue(), e -> e.seconds));
    f.put("version", text((e, v) -> e.version = v, e -> e.version));
    return f;
  }

  private static <T> Field field(
      Class<T> type, BiConsumer<ReportEntries, T> read, Function<ReportEntries, Object> write) {
    return new Field(
        (entries, value) -> {
          if (type.isInstance(value)) {
            read.accept(entries, type.cast(value));
          }
        },
        write);
  }

  private static Field number(
      BiConsumer<ReportEntries, Number> read, Function<ReportEntries, Object> write) {
    return field(Number.class, read, write);
  }

  private static Field text(
      BiConsumer<ReportEntries, String> read, Function<ReportEntries, Object> write) {
    return field(String.class, read, write);
  }

  private static Field numbers(
      BiConsumer<ReportEntries, double[]> read, Function<ReportEntries, Object> write) {
    return new Field(
        (entries, value) -> {
          double[] given = JsonNumbers.doubles(value);
          if (given != null) {
            read.accept(entries, given);
          }
        },
        write);
  }

  private static Field map(
      BiConsumer<ReportEntries, Map<String, Object>> read, Function<ReportEntries, Object> write) {
    return new Field(
        (entries, value) -> {
          if (value instanceof Map<?, ?> given) {
            Map<String, Object> named = new LinkedHashMap<>();
            given.forEach((name, part) -> named.put(String.valueOf(name), part));
            read.accept(entries, named);
          }
        },
        write);
  }

  /** The entries of a report's JSON text. */
  static ReportEntries parse(String text) {
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
    if (JsonNumbers.doubles(json.get("eigenvalues")) == null) {
      throw new IllegalArgumentException("'eigenvalues' are not numbers");
    }
    if (json.get("rankReason") != null && !(json.get("rankReason") instanceof String)) {
      throw new IllegalArgumentException("'rankReason' is not a text");
    }
    return read(json);
  }

  private static ReportEntries read(Map<String, Object> json) {
    ReportEntries entries = new ReportEntries();
    json.forEach(
        (name, value) -> {
          entries.names.add(name);
          Field field = FIELDS.get(name);
          if (field != null) {
            field.read().accept(entries, value);
          }
          if (field == null || !same(value, field.write().apply(entries))) {
            entries.others.put(name, value);
          }
        });
    return entries;
  }

  private static boolean same(Object one, Object other) {
    return Json.compact(one).equals(Json.compact(other));
  }

  /** The report as JSON values, in its order. */
  static Map<String, Object> tree(ReportEntries entries) {
    Map<String, Object> json = new LinkedHashMap<>();
    for (String name : entries.names) {
      json.put(
          name,
          entries.others.containsKey(name)
              ? entries.others.get(name)
              : FIELDS.get(name).write().apply(entries));
    }
    return json;
  }

  /**
   * Settles which entries of a report just made are written, and in which order.
   *
   * @param facts what only this method or use has to report
   * @param absent receives the names of numbers that are infinite or none, for which JSON has no
   *     word: they become null
   */
  static ReportEntries settled(ReportEntries made, Map<String, Object> facts, List<String> absent) {
    FIELDS.forEach(
        (name, field) -> {
          if (name.equals(AFTER_FACTS)) {
            facts.forEach(made::other);
          }
          if (!LEFT_OUT.contains(name) || field.write().apply(made) != null) {
            made.names.remove(name);
            made.names.add(name);
          }
        });
    Map<String, Object> json = tree(made);
    json.replaceAll((name, value) -> JsonNumbers.onlyNumbers(name, value, absent));
    return absent.isEmpty() ? made : read(json);
  }

  private static FitReport.Operator operator(Map<String, Object> json) {
    return new FitReport.Operator(
        String.valueOf(json.get("kind")),
        String.valueOf(json.get("precision")),
        real(json, "errorBound"),
        json.get("scheme") instanceof String scheme ? Optional.of(scheme) : Optional.empty(),
        whole(json, "terms"),
        whole(json, "clusters"),
        real(json, "sampledError"));
  }

  /** What only fast sums have is left out elsewhere. */
  private static Map<String, Object> tree(FitReport.Operator operator) {
    Map<String, Object> json =
        Json.object(
            "kind",
            operator.kind(),
            "precision",
            operator.precision(),
            "errorBound",
            operator.errorBound().isPresent() ? operator.errorBound().getAsDouble() : null);
    operator.scheme().ifPresent(scheme -> json.put("scheme", scheme));
    operator.terms().ifPresent(terms -> json.put("terms", terms));
    operator.clusters().ifPresent(clusters -> json.put("clusters", clusters));
    operator.sampledError().ifPresent(error -> json.put("sampledError", error));
    return json;
  }

  private static Solution.SolverUse solver(Map<String, Object> json) {
    double[] residuals = JsonNumbers.doubles(json.get("residuals"));
    return new Solution.SolverUse(
        String.valueOf(json.get("kind")),
        whole(json, "iterations").orElse(0),
        json.get("products") instanceof Number products ? products.longValue() : 0,
        residuals == null ? new double[0] : residuals);
  }

  private static Map<String, Object> tree(Solution.SolverUse solver) {
    return Json.object(
        "kind", solver.kind(),
        "iterations", solver.iterations(),
        "products", solver.products(),
        "residuals", solver.residuals());
  }

  private static Stage stage(Object json) {
    Map<?, ?> fields = json instanceof Map<?, ?> map ? map : Map.of();
    return new Stage(
        String.valueOf(fields.get("name")),
        fields.get("bytes") instanceof Number bytes ? bytes.longValue() : 0,
        fields.get("kernelEvaluations") instanceof Number values ? values.longValue() : 0,
        fields.get("seconds") instanceof Number seconds ? seconds.doubleValue() : 0);
  }

  private static Map<String, Object> tree(Stage stage) {
    return Json.object(
        "name", stage.name(),
        "seconds", stage.seconds(),
        "bytes", stage.bytes(),
        "kernelEvaluations", stage.kernelEvaluations());
  }

  private static OptionalDouble real(Map<String, Object> json, String name) {
    return json.get(name) instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  private static OptionalInt whole(Map<String, Object> json, String name) {
    return json.get(name) instanceof Number number
        ? OptionalInt.of(number.intValue())
        : OptionalInt.empty();
  }
}
