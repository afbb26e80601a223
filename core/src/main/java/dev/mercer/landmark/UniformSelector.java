package dev.mercer.landmark;

import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;
import dev.mercer.internal.select.WeightedDraws;
import dev.mercer.internal.spec.Spec;
import java.util.Arrays;

/**
 * Landmarks drawn at random: every row equally likely, or by its weight; without replacement.
 *
 * <ol>
 *   <li>each row of positive weight w gets the key E / w, E exponential (Efraimidis and Spirakis)
 *   <li>the rows with the smallest keys, in that order
 * </ol>
 *
 * So the first m of a larger choice by the same seed are the choice of m, and a set can grow. Cost:
 * O(n log n).
 */
public record UniformSelector() implements LandmarkSelector {

  public static final String NAME = "uniform";

  static UniformSelector of(Spec spec) {
    spec.requireKeys();
    return new UniformSelector();
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    int count = request.requireCandidates();
    double[] masses = new double[request.size()];
    Arrays.setAll(masses, request::weight);
    int[] chosen = WeightedDraws.distinct(masses, count, request.random());
    return Landmarks.ofRows(request.gram(), chosen, null);
  }
}
