package dev.mercer.app.cli.options;

import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.landmark.GivenRows;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.method.Landmarking;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options about landmarks, for commands that can also use all rows. */
public final class LandmarkOptions {

  @Option(
      names = "--landmarks",
      paramLabel = "M",
      description = "Landmarks that stand for all rows (default: all rows).")
  public Integer landmarks;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = "As many landmarks as leave at most this share of the trace of K out.")
  Double tolerance;

  @Option(
      names = "--selector",
      paramLabel = "SPEC",
      description = {
        "How landmarks are chosen, as in fit (default:",
        "kmeans for embed, uniform for discriminant);",
        "shadow(ell=4) says itself how many."
      })
  String selector;

  @Option(
      names = "--landmark-rows",
      paramLabel = "FILE",
      description = "Exactly these rows as landmarks: zero-based numbers, one a line.")
  @Reads
  Path landmarkRows;

  /**
   * The landmarks that were requested; null for all rows.
   *
   * @param usual the selector if none is given
   */
  public Landmarking landmarking(String usual) {
    if (landmarkRows != null) {
      if (selector != null || landmarks != null || tolerance != null) {
        throw new IllegalArgumentException(
            "--landmark-rows says which landmarks to take; leave --selector, --landmarks and"
                + " --tolerance out");
      }
      return Landmarking.by(new GivenRows(LandmarkRowsFile.read(landmarkRows)));
    }
    if (selector == null && landmarks == null && tolerance == null) {
      return null;
    }
    LandmarkSelector chosen = SelectorCatalog.parse(selector == null ? usual : selector);
    if (landmarks != null && landmarks < 1) {
      throw new IllegalArgumentException("--landmarks " + landmarks + "; ask for at least 1");
    }
    if (tolerance != null && !(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "--tolerance " + tolerance + " is a share of the trace, above 0 and below 1");
    }
    if (landmarks == null && tolerance == null && !chosen.choosesCount()) {
      throw new IllegalArgumentException(
          "--selector " + selector + " needs --landmarks or --tolerance to know how many");
    }
    return new Landmarking(
        chosen, landmarks == null ? 0 : landmarks, tolerance == null ? 0 : tolerance, 0);
  }
}
