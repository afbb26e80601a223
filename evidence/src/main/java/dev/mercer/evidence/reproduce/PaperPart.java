package dev.mercer.evidence.reproduce;

import java.util.Locale;

/** An experiment that reproduces one figure or table of its paper. */
public abstract class PaperPart implements Experiment {

  private final String id;
  private final String source;

  private PaperPart(String paper, String kind, String shortKind, int number) {
    id = paper.toLowerCase(Locale.ROOT) + "-" + shortKind + number;
    source = paper + ", " + kind + " " + number;
  }

  /** A figure of a paper. */
  public abstract static class Figure extends PaperPart {
    protected Figure(String paper, int number) {
      super(paper, "figure", "fig", number);
    }
  }

  /** A table of a paper. */
  public abstract static class Table extends PaperPart {
    protected Table(String paper, int number) {
      super(paper, "table", "table", number);
    }
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public final String source() {
    return source;
  }
}
