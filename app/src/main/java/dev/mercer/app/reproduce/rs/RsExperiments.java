package dev.mercer.app.reproduce.rs;

import dev.mercer.app.reproduce.Experiment;
import java.util.List;

/** The tables and figures of RS: reduced-set kernel PCA and shadow densities. */
public final class RsExperiments {

  private RsExperiments() {}

  public static List<Experiment> all() {
    return List.of();
  }
}
