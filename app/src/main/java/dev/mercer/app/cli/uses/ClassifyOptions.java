package dev.mercer.app.cli.uses;

import dev.mercer.KernelPca;
import dev.mercer.app.cli.options.ModelOptions;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Linear;
import dev.mercer.use.classify.Classifier;
import dev.mercer.use.classify.GridSearch;
import dev.mercer.use.classify.PcaSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that choose the classifier, and the values among which its settings are searched. */
final class ClassifyOptions {

  @Option(
      names = "--classifier",
      paramLabel = "SPEC",
      description = {
        "subspace (default): the nearest of one kernel PCA a class;",
        "clafic: the same with the linear kernel (classically",
        "with --center none);",
        "knn(k=3), logistic(ridge=0.001): on the scores of one",
        "kernel PCA; with on=rows on the rows themselves."
      })
  String classifier = "subspace";

  @Option(
      names = "--landmarks-share",
      paramLabel = "F",
      description =
          "Landmarks as a share of the rows of each fit, for subspaces of each class; the rank is"
              + " then at most their number.")
  Double landmarksShare;

  @Option(
      names = "--grid",
      paramLabel = "sigma=1,2,4,rank=5,10",
      description =
          "Choose kernel parameters, rank and landmarks by folds of the training rows alone.")
  String grid;

  @Option(
      names = "--folds",
      paramLabel = "K",
      description =
          "Folds of the search, and without TEST of the accuracy too (default: 5), 2 to the rows"
              + " of the smallest class.")
  int folds = 5;

  @Mixin ModelOptions model = new ModelOptions();

  /**
   * The plan, as far as it can be made before data is read.
   *
   * @param ofRun adds the settings of the run: threads, memory, progress listener
   */
  ClassifyPlan plan(UnaryOperator<KernelPca> ofRun) {
    Classifier chosen = Classifier.of(classifier);
    requireSuited(chosen);
    if (folds < 2) {
      throw new IllegalArgumentException("--folds " + folds + "; at least 2 are needed");
    }
    ParameterGrid values = grid == null ? null : ParameterGrid.parse(grid);
    if (values != null) {
      requireFree(values);
    }
    int[] ranks = values == null ? new int[0] : values.ranks();
    boolean open = model.wanted.rank == null && model.wanted.variance == null && ranks.length == 0;
    return new ClassifyPlan(
        chosen, candidates(values, ofRun), ranks, open, model.wanted, folds, model.wanted.seed);
  }

  private void requireSuited(Classifier chosen) {
    if (model.precomputed || model.landmarkRows != null || model.verify) {
      throw new IllegalArgumentException(
          "classify fits several models to rows; leave --precomputed, --landmark-rows and --verify"
              + " out");
    }
    boolean landmarksAsked =
        model.landmarks != null || model.tolerance != null || model.gap != null;
    if (landmarksShare != null && landmarksAsked) {
      throw new IllegalArgumentException(
          "--landmarks-share says how many landmarks to take; leave --landmarks, --tolerance and"
              + " --gap out");
    }
    if (chosen.spec().equals(Classifier.CLAFIC) && model.wanted.kernel != null) {
      throw new IllegalArgumentException(
          "clafic has the linear kernel; leave --kernel out, or take --classifier subspace");
    }
    if (!chosen.usesPca()
        && (model.wanted.kernel != null
            || model.wanted.rank != null
            || model.wanted.variance != null
            || model.selector != null
            || landmarksAsked
            || landmarksShare != null
            || grid != null)) {
      throw new IllegalArgumentException(
          chosen.spec()
              + " learns from the rows themselves, without kernel PCA; leave --kernel, --rank,"
              + " --variance, --selector, --landmarks and --grid out, or on=rows");
    }
  }

  private void requireFree(ParameterGrid values) {
    if (values.ranks().length > 0 && (model.wanted.rank != null || model.wanted.variance != null)) {
      throw new IllegalArgumentException(
          "--grid has ranks to choose among; leave --rank and --variance out");
    }
    if (values.landmarks().length > 0
        && (model.landmarks != null
            || landmarksShare != null
            || model.tolerance != null
            || model.gap != null)) {
      throw new IllegalArgumentException(
          "--grid has numbers of landmarks to choose among; leave --landmarks,"
              + " --landmarks-share, --tolerance and --gap out");
    }
  }

  private KernelSpec kernel() {
    return classifier.strip().equals(Classifier.CLAFIC)
        ? KernelSpec.of(new Linear())
        : model.kernelSpec();
  }

  private List<GridSearch.Candidate> candidates(
      ParameterGrid values, UnaryOperator<KernelPca> ofRun) {
    model.settings(); // reports errors in the options themselves
    if (values == null) {
      return List.of(
          new GridSearch.Candidate(Map.of(), settings(kernel(), model.landmarks, ofRun)));
    }
    List<Integer> counts = new ArrayList<>();
    for (int count : values.landmarks()) {
      counts.add(count);
    }
    if (counts.isEmpty()) {
      counts.add(model.landmarks);
    }
    List<GridSearch.Candidate> result = new ArrayList<>();
    values
        .kernels(kernel())
        .forEach(
            (parameters, kernel) -> {
              for (Integer count : counts) {
                Map<String, Object> named = new LinkedHashMap<>(parameters);
                if (values.landmarks().length > 0) {
                  named.put("landmarks", count);
                }
                result.add(new GridSearch.Candidate(named, settings(kernel, count, ofRun)));
              }
            });
    return result;
  }

  private PcaSettings settings(KernelSpec kernel, Integer count, UnaryOperator<KernelPca> ofRun) {
    if (landmarksShare == null) {
      return PcaSettings.of(ofRun.apply(model.settings(kernel, model.method(count))));
    }
    KernelPca base = ofRun.apply(model.settings(kernel, model.method(1)));
    return PcaSettings.ofShare(base, landmarksShare, model::method);
  }
}
