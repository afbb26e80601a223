package dev.mercer.app.datasets;

import dev.mercer.internal.spec.Names;
import java.util.ArrayList;
import java.util.List;

/** All data sets in the catalog: those of the resource that {@link CatalogFile} reads. */
public final class DatasetCatalog {

  private static final List<Dataset> ALL = CatalogFile.read();

  private DatasetCatalog() {}

  public static List<Dataset> all() {
    return ALL;
  }

  /**
   * Data sets by name, in the order given.
   *
   * @throws IllegalArgumentException if a name is unknown; lists all names and the nearest one
   */
  public static List<Dataset> named(List<String> names) {
    List<String> known = ALL.stream().map(Dataset::name).toList();
    List<Dataset> found = new ArrayList<>();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(Names.unknown("data set", name, known));
      }
      Dataset dataset = ALL.get(known.indexOf(name));
      if (!found.contains(dataset)) {
        found.add(dataset);
      }
    }
    return found;
  }
}
