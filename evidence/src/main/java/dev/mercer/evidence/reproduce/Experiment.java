package dev.mercer.evidence.reproduce;

/** One table or figure of a source paper: what the paper claims, and the run that tests it. */
public interface Experiment {

  /** Its name on the command line: paper and number, {@code rs-fig2}. */
  String id();

  /** Where it is in the paper: {@code RS, figure 2}. */
  String source();

  /** The paper's claim in one sentence. */
  String claim();

  /**
   * Runs the experiment.
   *
   * @return the results, with verdicts computed from them
   */
  Outcome run(Lab lab);
}
