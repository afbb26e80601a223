package dev.mercer.evidence.reproduce.rs;

import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.PaperPart;

/**
 * A figure of RS that has the same run on one set of data after another.
 *
 * @param <S> how large a run is
 */
abstract class DataFigure<S> extends PaperPart.Figure {

  /** The name of the data. */
  final String data;

  private final RsSample.Source source;
  private final S small;
  private final S full;

  DataFigure(int number, String data, RsSample.Source source, S small, S full) {
    super("RS", number);
    this.data = data;
    this.source = source;
    this.small = small;
    this.full = full;
  }

  S size(Lab lab) {
    return lab.pick(small, full);
  }

  RsSample read(Lab lab, int rows) {
    return source.read(lab, rows);
  }
}
