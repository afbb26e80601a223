package dev.mercer.evidence.reproduce.sk;

import dev.mercer.evidence.reproduce.Experiment;
import java.util.ArrayList;
import java.util.List;

/** The tables and figures of SK: subset kernel PCA. */
public final class SkExperiments {

  private SkExperiments() {}

  public static List<Experiment> all() {
    List<Experiment> all = new ArrayList<>();
    all.add(new IllustrationFigure());
    all.add(new ProjectionFigure());
    all.add(new BasisFigure());
    all.add(new TimeFigure());
    all.add(new RuntimeFigure(true));
    all.add(new LargeFigure());
    all.add(new DenoisedSheet(DenoisingData.Sizes::of));
    all.add(new SelectionTable());
    all.addAll(SubspaceTable.all(SubspaceStudy.Sizes::of));
    all.add(DenoisingTable.gaussian(DenoisingData.Sizes::of));
    all.add(DenoisingTable.saltAndPepper(DenoisingData.Sizes::of));
    return List.copyOf(all);
  }
}
