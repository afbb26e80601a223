package dev.mercer.app.datasets;

import java.util.List;

/**
 * What the catalog knows about a data set.
 *
 * @param features the number of columns without the answer
 * @param answer the classes, or the range of the target
 * @param range of the features
 * @param terms of use, as far as they are known
 * @param page the web page of the data set
 * @param notes what a reader of results must know
 * @param builtin the name of the same data inside the program; null if there is none
 */
public record Dataset(
    String name,
    String title,
    int features,
    String answer,
    String range,
    String terms,
    String origin,
    String page,
    List<String> notes,
    String builtin,
    List<DataFile> files) {

  public Dataset {
    notes = List.copyOf(notes);
    files = List.copyOf(files);
  }

  /** The rows of each file and the number of features: {@code 60000 + 10000 x 784}. */
  public String shape() {
    StringBuilder text = new StringBuilder();
    for (DataFile file : files) {
      // Images and the labels of the same rows are two files.
      if (file.rows() > 0) {
        text.append(text.isEmpty() ? "" : " + ").append(file.rows());
      }
    }
    return text + " x " + features;
  }

  /** Why fetch cannot get it; null if it can. */
  public String byHand() {
    for (DataFile file : files) {
      if (file.source() instanceof Source.ByHand hand) {
        return hand.reason();
      }
    }
    return null;
  }

  public long bytes() {
    return files.stream().mapToLong(DataFile::bytes).sum();
  }
}
