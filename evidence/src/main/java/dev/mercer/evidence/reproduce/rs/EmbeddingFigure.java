package dev.mercer.evidence.reproduce.rs;

import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import java.util.Arrays;

/** RS figures 2 and 3: shadow RSKPCA compared with Nyström methods as an approximation of KPCA. */
final class EmbeddingFigure extends DataFigure<EmbeddingRun.Size> {

  private final double betterFrom;
  private final double noWorseFrom;

  /**
   * @param betterFrom the ell above which RS finds shadow better than Nyström
   * @param noWorseFrom the ell above which RS finds it no worse than weighted Nyström
   */
  EmbeddingFigure(
      int number,
      String data,
      RsSample.Source source,
      double betterFrom,
      double noWorseFrom,
      EmbeddingRun.Size small,
      EmbeddingRun.Size full) {
    super(number, data, source, small, full);
    this.betterFrom = betterFrom;
    this.noWorseFrom = noWorseFrom;
  }

  @Override
  public String claim() {
    return "On "
        + data
        + " shadow RSKPCA is nearer to KPCA's embedding than Nyström for ell above "
        + betterFrom
        + " and no farther from it than weighted Nyström for ell above "
        + noWorseFrom
        + " (ANOVA, 0.05), subsampled KPCA is the worst, and training and testing are faster than"
        + " KPCA's.";
  }

  @Override
  public Outcome run(Lab lab) {
    EmbeddingRun.Size size = size(lab);
    EmbeddingRun run = new EmbeddingRun(lab, size, read(lab, size.rows())).run();
    Outcome outcome = new Outcome();
    run.report(outcome);
    new Judgment(run).judge(outcome);
    return outcome;
  }

  /** What the numbers of a run say about the claims. */
  private final class Judgment {

    private final EmbeddingRun run;
    private final Curves embedding;
    private final Curves sameRows;
    private final Curves eigenvalues;
    private final double[] ells;

    Judgment(EmbeddingRun run) {
      this.run = run;
      this.embedding = run.embedding;
      this.sameRows = run.sameRows;
      this.eigenvalues = run.eigenvalues;
      this.ells = run.ells();
    }

    private static boolean better(Curves curves, RsMethod one, RsMethod other, int ell) {
      return curves.mean(one, ell) < curves.mean(other, ell)
          && curves.test(one, other, ell).significant();
    }

    void judge(Outcome outcome) {
      int last = ells.length - 1;
      double better = embedding.from(k -> better(embedding, RsMethod.SHADOW, RsMethod.NYSTROM, k));
      double noWorse =
          embedding.from(k -> !better(embedding, RsMethod.WEIGHTED_NYSTROM, RsMethod.SHADOW, k));
      outcome.verdict(
          "the embedding is better than Nyström's for ell above " + betterFrom,
          better <= firstAtLeast(betterFrom),
          "significantly better "
              + Texts.onward(better)
              + "; at ell = 5 "
              + against(RsMethod.NYSTROM, last)
              + ", ANOVA p = "
              + Texts.number(embedding.test(RsMethod.SHADOW, RsMethod.NYSTROM, last).probability())
              + ", at ell = 3 "
              + against(RsMethod.NYSTROM, 0)
              + floor(RsMethod.NYSTROM));
      outcome.verdict(
          "the embedding is no worse than weighted Nyström's for ell above " + noWorseFrom,
          noWorse <= firstAtLeast(noWorseFrom),
          "not significantly worse "
              + Texts.onward(noWorse)
              + "; at ell = 5 "
              + against(RsMethod.WEIGHTED_NYSTROM, last)
              + ", ANOVA p = "
              + Texts.number(
                  embedding.test(RsMethod.SHADOW, RsMethod.WEIGHTED_NYSTROM, last).probability()));
      judgeSubsampled(outcome);
      outcome.verdict(
          "shadow approaches the KPCA baseline as ell grows",
          better(last, 0)
              && eigenvalues.mean(RsMethod.SHADOW, last) < eigenvalues.mean(RsMethod.SHADOW, 0),
          "embedding difference "
              + Texts.number(embedding.mean(RsMethod.SHADOW, 0))
              + " at ell = 3, "
              + Texts.number(embedding.mean(RsMethod.SHADOW, last))
              + " at 5, where KPCA of the same rows has "
              + Texts.number(embedding.mean(RsMethod.KPCA, last))
              + "; eigenvalue difference "
              + Texts.number(eigenvalues.mean(RsMethod.SHADOW, 0))
              + " and "
              + Texts.number(eigenvalues.mean(RsMethod.SHADOW, last)));
      judgeTimes(outcome);
    }

    /** Whether shadow at one ell is significantly better than at another. */
    private boolean better(int one, int other) {
      return embedding.mean(RsMethod.SHADOW, one) < embedding.mean(RsMethod.SHADOW, other)
          && AnalysisOfVariance.of(
                  embedding.values(RsMethod.SHADOW, one), embedding.values(RsMethod.SHADOW, other))
              .significant();
    }

    private double firstAtLeast(double ell) {
      return Arrays.stream(ells).filter(each -> each >= ell).findFirst().orElseThrow();
    }

    private String against(RsMethod other, int ell) {
      return Texts.number(embedding.mean(RsMethod.SHADOW, ell))
          + " against "
          + Texts.number(embedding.mean(other, ell));
    }

    /**
     * What is left of a difference after the part that comes from the choice of the rows is
     * removed.
     */
    private String floor(RsMethod other) {
      int last = ells.length - 1;
      double from = sameRows.from(k -> better(sameRows, RsMethod.SHADOW, other, k));
      double never = sameRows.from(k -> better(sameRows, other, RsMethod.SHADOW, k));
      return ". KPCA of the 80% of the rows that are drawn already differs by "
          + Texts.number(embedding.mean(RsMethod.KPCA, last))
          + "; compared with KPCA of these rows, shadow differs by "
          + Texts.number(sameRows.mean(RsMethod.SHADOW, last))
          + " at ell = 5, "
          + other.label()
          + " "
          + Texts.number(sameRows.mean(other, last))
          + ": shadow is significantly better "
          + Texts.onward(from)
          + ", significantly worse "
          + Texts.onward(never);
    }

    private void judgeSubsampled(Outcome outcome) {
      Curves.AtEll worst =
          k ->
              embedding.mean(RsMethod.UNIFORM, k)
                  > Math.max(
                      embedding.mean(RsMethod.SHADOW, k),
                      Math.max(
                          embedding.mean(RsMethod.NYSTROM, k),
                          embedding.mean(RsMethod.WEIGHTED_NYSTROM, k)));
      int middle = ells.length / 2;
      outcome.verdict(
          "subsampled KPCA performs worse than any other method",
          embedding.everywhere(worst),
          "it has the largest mean embedding difference at "
              + embedding.where(worst)
              + "; at ell = "
              + Texts.number(ells[middle])
              + ": subsampled "
              + Texts.number(embedding.mean(RsMethod.UNIFORM, middle))
              + ", Nyström "
              + Texts.number(embedding.mean(RsMethod.NYSTROM, middle))
              + ", weighted Nyström "
              + Texts.number(embedding.mean(RsMethod.WEIGHTED_NYSTROM, middle))
              + ", shadow "
              + Texts.number(embedding.mean(RsMethod.SHADOW, middle)));
    }

    private void judgeTimes(Outcome outcome) {
      SpeedVerdicts verdicts =
          new SpeedVerdicts(run.trainingSeconds, run.testingSeconds, run.denseSeconds());
      verdicts.trainingAgainstKpca(outcome);
      outcome.verdict(
          "shadow trains more slowly than Nyström, and subsampled KPCA faster than shadow",
          verdicts.slower(RsMethod.NYSTROM) && verdicts.slower(RsMethod.UNIFORM),
          verdicts.times(RsMethod.NYSTROM) + "; " + verdicts.times(RsMethod.UNIFORM));
      verdicts.testing(outcome);
    }
  }
}
