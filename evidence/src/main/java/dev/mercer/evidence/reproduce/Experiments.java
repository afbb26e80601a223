package dev.mercer.evidence.reproduce;

import dev.mercer.evidence.reproduce.fk.FkExperiments;
import dev.mercer.evidence.reproduce.ny.NyExperiments;
import dev.mercer.evidence.reproduce.rk.RkExperiments;
import dev.mercer.evidence.reproduce.rs.RsExperiments;
import dev.mercer.evidence.reproduce.sk.SkExperiments;
import dev.mercer.internal.spec.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All experiments there are, in the order of the papers. */
public final class Experiments {

  private Experiments() {}

  /** All of them. */
  public static List<Experiment> all() {
    return Stream.of(
            RsExperiments.all(),
            RkExperiments.all(),
            NyExperiments.all(),
            FkExperiments.all(),
            SkExperiments.all())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Those named; {@code all} is every one.
   *
   * @throws IllegalArgumentException for a name there is not, with the nearest
   */
  public static List<Experiment> named(List<String> ids) {
    List<Experiment> all = all();
    if (ids.contains("all")) {
      return all;
    }
    List<Experiment> chosen = new ArrayList<>();
    for (String id : ids) {
      chosen.add(
          all.stream()
              .filter(experiment -> experiment.id().equals(id))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          Names.unknown(
                              "experiment", id, all.stream().map(Experiment::id).toList()))));
    }
    return chosen;
  }
}
