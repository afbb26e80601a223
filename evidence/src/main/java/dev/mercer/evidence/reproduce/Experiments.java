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

/** All experiments, in the order of the papers. */
public final class Experiments {

  private Experiments() {}

  /** All experiments. */
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
   * The experiments with these names; {@code all} stands for every one.
   *
   * @throws IllegalArgumentException for an unknown name; the message suggests the nearest known
   *     name
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
