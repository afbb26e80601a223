package dev.mercer;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Indefinite;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.problem.VarianceGoal;
import dev.mercer.kernel.Gaussian;
import dev.mercer.method.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A fit that has ended, from which its report is put together.
 *
 * @param seconds of the fit alone
 */
record FinishedFit(
    Problem problem,
    Method method,
    FitPlan plan,
    Solution solution,
    List<Stage> stages,
    double seconds) {

  private static final String OUT_OF_RANGE =
      ": no such number exists, because what it follows from is beyond the range of double; scale"
          + " the data or the weights towards 1";

  private static final String SHARE_OF_INDEFINITE =
      "a share of the variance means little here: components were kept until their eigenvalues sum"
          + " to that share of the trace, from which negative eigenvalues take away; ask for a"
          + " number of components";

  /** The report of the fit. */
  FitReport report() {
    ReportEntries made = new ReportEntries();
    asked(made);
    quality(made);
    Solution.OperatorUse operator = solution.provenance().operator();
    made.operator =
        new FitReport.Operator(
            operator.kind(),
            operator.precision(),
            real(operator.errorBound()),
            Optional.ofNullable(operator.scheme()),
            whole(operator.terms()),
            whole(operator.clusters()),
            real(operator.sampledError()));
    made.solver = solution.provenance().solver();
    run(made);
    List<String> notes = notes(made);
    List<String> absent = new ArrayList<>();
    ReportEntries settled = ReportJson.settled(made, solution.provenance().facts(), absent);
    if (!absent.isEmpty()) {
      notes.add(String.join(", ", absent) + OUT_OF_RANGE);
    }
    settled.notes = List.copyOf(notes);
    return new FitReport(settled);
  }

  private void asked(ReportEntries made) {
    made.samples = problem.rows().count();
    made.features = problem.rows().columns();
    made.kernel = problem.kernel().spec();
    if (problem.kernel() instanceof Gaussian gaussian) {
      made.sigma = gaussian.sigma();
      made.gamma = gaussian.gamma();
    }
    made.positiveSemidefinite = problem.kernel().positiveSemidefinite();
    // auto says what it took
    made.method = method.spec().equals("auto") ? plan.method() : method.spec();
    Solution.LandmarkUse landmarks = solution.provenance().landmarks();
    if (landmarks != null) {
      made.selector = landmarks.selector();
      made.landmarks = landmarks.count();
      made.landmarkRows = landmarks.rows();
      made.landmarkWeights = landmarks.weights();
    }
    made.center = problem.center() ? "feature" : "none";
    made.weightSum = problem.weights() == null ? null : problem.weightSum();
  }

  private void quality(ReportEntries made) {
    Solution.Quality quality = solution.quality();
    made.rank = solution.axes().rank();
    made.rankRequested = quality.rank().asked();
    made.varianceRequested = problem.target().byVariance() ? problem.target().variance() : null;
    String missed = VarianceGoal.missed(problem, solution);
    made.rankReason = missed != null ? missed : quality.rank().reason();
    made.eigenvalues = solution.axes().eigenvalues();
    boolean total = !Double.isNaN(quality.totalVariance());
    made.totalVariance = total ? quality.totalVariance() : null;
    if (solution.indefinite(problem)) {
      // The trace of its matrix has a meaning still.
      made.reasons = new LinkedHashMap<>();
      made.reasons.put("explainedVariance", Indefinite.reason(problem.kernel()));
      made.reasons.put("empiricalError", Indefinite.reason(problem.kernel()));
    } else {
      made.explainedVariance = total ? shares() : null;
      made.empiricalError =
          Double.isNaN(quality.empiricalError()) ? null : quality.empiricalError();
    }
    made.certificate = quality.assurance().certificate();
    made.certificateReason = quality.assurance().reason();
    Solution.NegativeEigenvalues negative = quality.negative();
    made.negativeEigenvalues =
        negative == null
            ? null
            : Json.object(
                "count", negative.count(),
                "exact", negative.exact(),
                "smallest", negative.smallest());
  }

  private double[] shares() {
    double[] shares = solution.axes().eigenvalues().clone();
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= solution.quality().totalVariance();
    }
    return shares;
  }

  private void run(ReportEntries made) {
    made.seed = problem.seed();
    made.threads = problem.workers().threads();
    Backend backend = problem.workers().backend();
    made.backend =
        Json.object(
            "blas", backend.blas().name(),
            "blasDetail", backend.blas().detail(),
            "simd", backend.simd().name(),
            "simdDetail", backend.simd().detail(),
            "refused", backend.refused());
    made.stages = List.copyOf(stages);
    made.peakBytesPlanned = plan.peakBytes();
    made.seconds = seconds;
    made.version = FitReport.VERSION;
  }

  private List<String> notes(ReportEntries made) {
    List<String> notes = new ArrayList<>(plan.notes());
    notes.addAll(solution.provenance().notes());
    if (problem.target().byVariance() && made.rankReason != null) {
      notes.add(made.rankReason);
    }
    if (problem.target().byVariance() && solution.indefinite(problem)) {
      notes.add(SHARE_OF_INDEFINITE);
    }
    return notes;
  }

  private static OptionalDouble real(Double number) {
    return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
  }

  private static OptionalInt whole(Integer number) {
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
