package dev.mercer;

import dev.mercer.internal.json.Json;
import dev.mercer.internal.json.JsonNumbers;
import java.util.Map;
import java.util.Optional;

/** The quantiles that novelty takes its thresholds from, as the JSON of reports, and back. */
final class NoveltyJson {

  private NoveltyJson() {}

  static Map<String, Object> tree(FitReport.NoveltyQuantiles quantiles) {
    return Json.object(
        "rows",
        quantiles.rows(),
        "quantiles",
        quantiles.levels(),
        "t2",
        quantiles.t2(),
        "spe",
        quantiles.spe().orElse(null));
  }

  /**
   * Quantiles read back from a report.
   *
   * @return null if they are none: lengths differ, levels do not rise from 0 to 1, values fall
   */
  static FitReport.NoveltyQuantiles read(Object json) {
    if (!(json instanceof Map<?, ?> fields) || !(fields.get("rows") instanceof Number rows)) {
      return null;
    }
    double[] levels = rising(fields.get("quantiles"));
    double[] t2 = rising(fields.get("t2"));
    double[] spe = rising(fields.get("spe"));
    boolean whole =
        levels != null
            && levels.length > 1
            && levels[0] == 0
            && levels[levels.length - 1] == 1
            && t2 != null
            && t2.length == levels.length
            && (fields.get("spe") == null || spe != null && spe.length == levels.length);
    return whole
        ? new FitReport.NoveltyQuantiles(rows.longValue(), levels, t2, Optional.ofNullable(spe))
        : null;
  }

  /** Numbers none of which is below the one before; null for anything else. */
  private static double[] rising(Object json) {
    double[] values = JsonNumbers.doubles(json);
    for (int i = 1; values != null && i < values.length; i++) {
      if (!(values[i] >= values[i - 1])) {
        return null;
      }
    }
    return values;
  }
}
