package dev.mercer.evidence.reproduce.sk;

import dev.mercer.Progress;
import dev.mercer.data.DenseRows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.use.classify.Classifier;
import dev.mercer.use.classify.GridSearch;
import dev.mercer.use.classify.LabelSets;
import dev.mercer.use.classify.Splits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Classification of USPS digits by the nearest subspace (SK sec. 6.4), for one way to choose bases.
 *
 * <ol>
 *   <li>Choose width and rank by the fewest errors on a tenth of the training rows, which is held
 *       back, over several divisions.
 *   <li>With these, compute the validation errors over many divisions (tables 3 and 4).
 *   <li>With these, fit to all training rows and compute the errors on the test rows, over several
 *       seeds of the basis (tables 5 and 6).
 * </ol>
 *
 * Two tables print the results of one study, so it is run once for both.
 */
final class SubspaceStudy {

  static final double[] SHARES = {0.1, 0.3, 0.5, 1};

  private static final double VALIDATION = 0.1;

  /**
   * The size of a study.
   *
   * @param exponents log10 of c
   * @param choosing the number of divisions used to choose width and rank
   * @param divisions the number of divisions for the validation errors
   * @param seeds the number of bases for the test errors
   */
  record Sizes(
      int train,
      int test,
      double[] exponents,
      int[] ranks,
      int choosing,
      int divisions,
      int seeds) {

    /**
     * The sizes for the scale of this run: the middle of SK's grid of c, and ranks as in the paper,
     * or smaller ones for small bases.
     */
    static Sizes of(Lab lab) {
      int[] ranks = new int[20];
      Arrays.setAll(ranks, i -> 10 * (i + 1));
      return lab.full()
          ? new Sizes(
              7291,
              2007,
              new double[] {-3, -2.8, -2.6, -2.4, -2.2, -2, -1.8, -1.6, -1.4},
              ranks,
              3,
              100,
              10)
          : new Sizes(2000, 2007, new double[] {-2.4, -2}, new int[] {5, 10, 20, 30}, 1, 6, 4);
    }
  }

  /**
   * One variant's errors, in percent.
   *
   * @param validation one per division, the same divisions for every variant
   * @param test one per seed
   */
  record Errors(double exponent, int rank, double[] validation, double[] test) {}

  private final String selector;
  private final Map<SubspaceVariant, Errors> ofAllRows;
  private Map<SubspaceVariant, Errors> done;

  /**
   * @param selector uniform or kmeans
   * @param ofAllRows the results that studies with other selectors found for variants without a
   *     chosen basis; this study adds to it
   */
  SubspaceStudy(String selector, Map<SubspaceVariant, Errors> ofAllRows) {
    this.selector = selector;
    this.ofAllRows = ofAllRows;
  }

  String selector() {
    return selector;
  }

  Map<SubspaceVariant, Errors> run(Lab lab, Sizes sizes) {
    if (done == null) {
      Map<SubspaceVariant, Errors> result = new LinkedHashMap<>();
      Lab.Labeled train = part(lab.csv("usps-train.csv.gz", "label"), sizes.train());
      Lab.Labeled test = part(lab.csv("usps-test.csv.gz", "label"), sizes.test());
      for (SubspaceVariant variant : variants()) {
        lab.progress()
            .advance(
                0,
                selector
                    + ": "
                    + variant.row()
                    + ", "
                    + NumberText.threeDigitPercent(variant.share()));
        Errors known = variant.share() == 1 ? ofAllRows.get(variant.ofAllRows()) : null;
        Errors errors = known == null ? errors(variant, train, test, sizes, lab) : known;
        result.put(variant, errors);
        if (variant.share() == 1) {
          ofAllRows.put(variant.ofAllRows(), errors);
        }
      }
      done = result;
    }
    return done;
  }

  static List<SubspaceVariant> variants() {
    List<SubspaceVariant> result = new ArrayList<>();
    for (String method :
        List.of(SubspaceVariant.SUBSET, SubspaceVariant.REDUCED, SubspaceVariant.LINEAR)) {
      for (boolean center : new boolean[] {false, true}) {
        for (double share : SHARES) {
          result.add(new SubspaceVariant(method, center, share));
        }
      }
    }
    return result;
  }

  private Errors errors(
      SubspaceVariant variant, Lab.Labeled train, Lab.Labeled test, Sizes sizes, Lab lab) {
    Classifier classifier = Classifier.of("subspace");
    LabelSets labels = LabelSets.of(train.labels());
    LabelSets truth = LabelSets.of(test.labels());
    List<GridSearch.Candidate> candidates = new ArrayList<>();
    for (double exponent : variant.linear() ? new double[1] : sizes.exponents()) {
      candidates.add(
          new GridSearch.Candidate(
              Map.of("exponent", exponent),
              variant.settings(selector, exponent, lab.seed(), lab.threads())));
    }
    GridSearch.Trial winner =
        search(classifier, candidates, sizes.ranks(), train, labels, sizes.choosing(), lab)
            .winner();
    GridSearch.Candidate chosen = candidates.get(winner.candidate());
    double exponent = (double) chosen.parameters().get("exponent");
    GridSearch.Trial judged =
        search(
                classifier,
                List.of(chosen),
                new int[] {winner.rank()},
                train,
                labels,
                sizes.divisions(),
                lab)
            .winner();
    double[] validation =
        Arrays.stream(judged.accuracies().values()).map(share -> 100 * (1 - share)).toArray();
    double[] errors = new double[variant.share() < 1 ? sizes.seeds() : 1];
    for (int s = 0; s < errors.length; s++) {
      errors[s] =
          100.0
              * classifier
                  .fit(
                      variant
                          .settings(selector, exponent, lab.seed() + s, lab.threads())
                          .rank(winner.rank()),
                      train.rows(),
                      labels,
                      lab.workers().threads())
                  .predict(test.rows(), lab.workers().threads())
                  .errors(truth)
              / truth.rows();
    }
    return new Errors(exponent, winner.rank(), validation, errors);
  }

  private static GridSearch search(
      Classifier classifier,
      List<GridSearch.Candidate> candidates,
      int[] ranks,
      Lab.Labeled train,
      LabelSets labels,
      int divisions,
      Lab lab) {
    Splits splits = Splits.repeated(labels, divisions, VALIDATION, lab.seed() + 1);
    return GridSearch.search(
        classifier,
        candidates,
        ranks,
        train.rows(),
        labels,
        splits,
        lab.workers().threads(),
        Progress.NONE);
  }

  private static Lab.Labeled part(Lab.Labeled all, int count) {
    int kept = Math.min(count, all.rows().count());
    return new Lab.Labeled(
        DenseRows.copyOf(new RowSlice(all.rows(), 0, kept)), Arrays.copyOf(all.labels(), kept));
  }
}
