package dev.mercer.app.reproduce.sk;

import dev.mercer.app.reproduce.Experiment;
import java.util.List;

/** The tables and figures of SK: subset kernel PCA. */
public final class SkExperiments {

  private SkExperiments() {}

  public static List<Experiment> all() {
    return List.of(new IllustrationFigure(), new ProjectionFigure(), new SelectionTable(), DenoisingTable.gaussian(DenoisingData.Sizes::of), DenoisingTable.saltAndPepper(DenoisingData.Sizes::of));
  }
}
