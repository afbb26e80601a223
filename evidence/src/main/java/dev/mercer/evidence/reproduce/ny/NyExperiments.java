package dev.mercer.evidence.reproduce.ny;

import dev.mercer.evidence.reproduce.Experiment;
import java.util.List;

/** The tables and figures of NY: the kernel trick compared with Nyström on MNIST 2 and 6. */
public final class NyExperiments {

  private NyExperiments() {}

  public static List<Experiment> all() {
    return List.of(
        new StandardEmbedding(),
        new SampledEmbedding(),
        new StandardScree(),
        new SampledScree(),
        new ReconstructionErrors());
  }
}
