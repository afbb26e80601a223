package dev.mercer.evidence.reproduce.sk;

import dev.mercer.Comparison;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * SK figure 2: contours of every method with their errors. Methods that are given a basis share it;
 * Tipping's sparse KPCA and incomplete Cholesky choose the same number of points themselves.
 */
final class ProjectionFigure extends PaperPart.Figure {

  private static final String SUBSET = "SubKp";
  private static final String CHOLESKY = "ICD";

  ProjectionFigure() {
    super("SK", 2);
  }

  @Override
  public String claim() {
    return "By error and by distance of the operators, SubKPCA is the nearest to full KPCA among"
        + " reduced, improved and sparse KPCA and Nyström.";
  }

  @Override
  public Outcome run(Lab lab) {
    ArtificialData data = ArtificialData.draw(lab);
    BasisFits fits = data.fits(lab);
    int[] basis = fits.basis("uniform", ArtificialData.BASIS, lab.seed());
    Map<String, KernelPcaModel> models = new LinkedHashMap<>();
    models.put(SUBSET, fits.fit("subset", basis));
    models.put("RKp", fits.fit("reduced", basis));
    models.put("IKp", fits.fit("improved", basis));
    models.put("SpKp", fits.fit(sparse(lab), ArtificialData.BASIS, null, lab.seed()));
    models.put("Nys", fits.fit("nystrom", basis));
    models.put(CHOLESKY, fits.fit("icd", ArtificialData.BASIS, null, lab.seed()));
    KernelPcaModel exact = fits.exact();
    Comparison comparison = new Comparison(exact, data.rows(), null, null, lab.workers().threads());
    ContourFigure figure = new ContourFigure("SK figure 2", data.rows());
    figure.panel("FKp, E_emp " + NumberText.threeDigits(comparison.exactError()), exact);
    DataTable table =
        new DataTable(
            "Errors of the methods",
            "method",
            "points kept",
            "E_emp",
            "E_emp against full KPCA's",
            "D",
            "D / sqrt(r)",
            "D^2 / r");
    table.row("FKp", data.rows().count(), comparison.exactError(), 1.0, 0.0, 0.0, 0.0);
    Map<String, Comparison.Measures> measured = new LinkedHashMap<>();
    models.forEach(
        (name, model) -> {
          Comparison.Measures measures = comparison.measure(model);
          measured.put(name, measures);
          double distance = measures.operatorDistance();
          figure.panel(
              name
                  + ", E_emp "
                  + NumberText.threeDigits(measures.empiricalError())
                  + ", D "
                  + NumberText.threeDigits(distance),
              model);
          table.row(
              name,
              model.landmarks() == null ? model.points().count() : model.landmarks().count(),
              measures.empiricalError(),
              measures.normalizedError(),
              distance,
              distance / Math.sqrt(model.rank()),
              measures.operatorDistanceSquaredPerRank());
        });
    Outcome outcome = new Outcome();
    data.describe(outcome);
    outcome
        .setting("basis", ArtificialData.BASIS + " random rows, seed " + lab.seed())
        .setting(
            "SpKp",
            sparse(lab) + ", with its noise chosen so that it keeps about as many" + " points")
        .setting(CHOLESKY, "not in the paper's figure; it chooses its own pivots")
        .contours("contours", figure.plot())
        .table(table);
    judge(outcome, measured);
    return outcome;
  }

  /**
   * Tipping's search costs the cube of the number of rows it considers, for every noise level it
   * tries.
   */
  private static String sparse(Lab lab) {
    return lab.pick("sparse(kind=tipping,sample=300)", "sparse(kind=tipping)");
  }

  private static void judge(Outcome outcome, Map<String, Comparison.Measures> measured) {
    Comparison.Measures subset = measured.get(SUBSET);
    boolean best = true;
    StringBuilder reason = new StringBuilder();
    for (Map.Entry<String, Comparison.Measures> other : measured.entrySet()) {
      boolean compared = !other.getKey().equals(SUBSET) && !other.getKey().equals(CHOLESKY);
      if (compared) {
        best &=
            subset.empiricalError() < other.getValue().empiricalError()
                && subset.operatorDistance() < other.getValue().operatorDistance();
      }
      reason.append(reason.isEmpty() ? "" : "; ").append(other.getKey()).append(' ');
      reason.append(NumberText.threeDigits(other.getValue().normalizedError())).append(", D ");
      reason.append(NumberText.threeDigits(other.getValue().operatorDistance()));
    }
    outcome.verdict(
        "SubKPCA has the smallest error and distance",
        best,
        "error as a multiple of full KPCA's, and distance: " + reason);
  }
}
