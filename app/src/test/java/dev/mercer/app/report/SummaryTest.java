package dev.mercer.app.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.mercer.FitReport;
import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The text of a report, also of one that somebody else has written. */
class SummaryTest {

  private static final List<Object> OTHERS =
      Arrays.asList(null, -1, 0.5, "x", List.of(), List.of(1.5, 2.5), Map.of(), Map.of("value", 1));

  @TempDir private Path folder;

  /** Model files come from anywhere: whatever a field holds, the report is refused or shown. */
  @Test
  void anyFieldMayHoldAnythingOrBeMissing() throws IOException {
    Path file = folder.resolve("r.json");
    Program run =
        Program.run(
            "fit",
            "synthetic:blobs(n=60,d=3,seed=1)",
            "--method",
            "subset",
            "--landmarks",
            10,
            "--rank",
            2,
            "--verify",
            "--report",
            file,
            "-o",
            folder.resolve("m.safetensors"));
    assertThat(run.exit()).as(run.err()).isZero();
    Map<String, Object> report = Json.parseObject(Files.readString(file));
    assertThat(Summary.of(FitReport.parse(Json.write(report)))).contains("10 landmarks by uniform");
    int shown = show(report, report, new ArrayList<>());
    assertThat(shown).isGreaterThan(500);
  }

  /** Changes every field of an object and of those within it; returns how many were shown. */
  private static int show(
      Map<String, Object> report, Map<String, Object> object, List<String> above) {
    int shown = 0;
    for (Map.Entry<String, Object> field : new LinkedHashMap<>(object).entrySet()) {
      List<String> path = new ArrayList<>(above);
      path.add(field.getKey());
      for (Object other : OTHERS) {
        object.put(field.getKey(), other);
        shown += shows(report, path + " = " + other) ? 1 : 0;
      }
      object.remove(field.getKey());
      shown += shows(report, path + " missing") ? 1 : 0;
      object.put(field.getKey(), field.getValue());
      if (field.getValue() instanceof Map<?, ?> inner) {
        @SuppressWarnings("unchecked") // objects of JSON have texts for keys
        Map<String, Object> within = (Map<String, Object>) inner;
        shown += show(report, within, path);
      }
    }
    return shown;
  }

  private static boolean shows(Map<String, Object> report, String what) {
    FitReport changed;
    try {
      changed = FitReport.parse(Json.write(report));
    } catch (IllegalArgumentException refused) {
      return false;
    }
    try {
      return !Summary.of(changed).isEmpty() && !changed.toString().isEmpty();
    } catch (RuntimeException e) {
      return fail(what, e);
    }
  }
}
