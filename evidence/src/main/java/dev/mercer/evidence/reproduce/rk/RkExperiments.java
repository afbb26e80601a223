package dev.mercer.evidence.reproduce.rk;

import dev.mercer.evidence.reproduce.Experiment;
import java.util.List;

/** The tables and figures of RK: randomized kernel PCA. */
public final class RkExperiments {

  private RkExperiments() {}

  public static List<Experiment> all() {
    return List.of(new CrossedDirections(), new DigitsTable());
  }
}
