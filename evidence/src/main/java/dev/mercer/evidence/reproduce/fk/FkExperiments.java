package dev.mercer.evidence.reproduce.fk;

import dev.mercer.evidence.reproduce.Experiment;
import java.util.List;

/** The tables and figures of FK: fast kernel PCA for polynomial and Gaussian kernels. */
public final class FkExperiments {

  private FkExperiments() {}

  public static List<Experiment> all() {
    return List.of(
        new AnnulusComponents(),
        new FurtherComponents(),
        new LanczosEigenvalues(),
        new PolynomialTimes(),
        new PolynomialErrors(),
        new PolynomialDegrees(),
        new TaylorBoundFigure(),
        new GaussianTimes(),
        new GaussianErrors(),
        new FaceFeatures());
  }
}
