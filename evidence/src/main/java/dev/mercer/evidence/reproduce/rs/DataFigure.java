package dev.mercer.evidence.reproduce.rs;

import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.PaperPart;

/**
 * A figure of RS for which the same run is made on several data sets.
 *
 * @param <S> the type of the size of a run
 */
abstract class DataFigure<S> extends PaperPart.Figure {

  /** The name of the data set. */
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
