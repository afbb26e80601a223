package dev.mercer.evidence.reproduce;

/** One table or figure of a source paper: what the paper claims, and the run that tests it. */
public interface Experiment {

  /** Its name on the command line: paper and number, {@code rs-fig2}. */
  String id();

  /** Where it is in the paper: {@code RS, figure 2}. */
  String source();

  /** The paper's claim in a sentence. */
  String claim();

  /**
   * Runs it.
   *
   * @return what came out, with verdicts computed from it
   */
  Outcome run(Lab lab);
}
