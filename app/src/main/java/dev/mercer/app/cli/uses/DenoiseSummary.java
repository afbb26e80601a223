package dev.mercer.app.cli.uses;

import dev.mercer.app.plot.ImageSheet;
import dev.mercer.internal.json.Json;
import dev.mercer.use.denoise.ImageErrors;
import dev.mercer.use.denoise.ImageShape;
import dev.mercer.use.denoise.Noise;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of denoising, as a report, as lines and as a picture.
 *
 * @param peak the peak value for psnr; NaN if there is none
 */
record DenoiseSummary(DenoiseRun.Outcome outcome, double peak) {

  /** {@code mse} and {@code psnr} are those of the denoised rows; null without clean rows. */
  Map<String, Object> json() {
    Map<String, Object> result = Json.object("rows", outcome.rows(), "features", outcome.columns());
    result.put("incompleteRows", outcome.incomplete());
    result.putAll(json(outcome.errors().get(DenoiseRun.DENOISED)));
    result.put("peak", finite(peak));
    result.put("noisy", json(outcome.errors().get(DenoiseRun.NOISY)));
    Map<String, Object> baselines = Json.object();
    outcome
        .errors()
        .forEach(
            (name, errors) -> {
              if (!name.equals(DenoiseRun.NOISY) && !name.equals(DenoiseRun.DENOISED)) {
                baselines.put(name, json(errors));
              }
            });
    result.put("baselines", baselines);
    result.put("failures", outcome.failures());
    result.put("featureDistance", finite(outcome.featureDistance()));
    result.put("seconds", outcome.seconds());
    return result;
  }

  private Map<String, Object> json(ImageErrors errors) {
    return Json.object(
        "mse", errors == null ? null : finite(errors.perPixel()),
        "psnr", errors == null ? null : finite(psnr(errors)),
        "meanPsnr", errors == null ? null : finite(meanPsnr(errors)),
        "squaredError", errors == null ? null : finite(errors.mean()),
        "squaredErrorDeviation", errors == null ? null : finite(errors.standardDeviation()));
  }

  /** Null for NaN and infinities, which JSON cannot express. */
  private static Object finite(double value) {
    return Double.isFinite(value) ? (Object) value : null;
  }

  private double psnr(ImageErrors errors) {
    return Double.isNaN(peak) ? Double.NaN : errors.psnr(peak);
  }

  private double meanPsnr(ImageErrors errors) {
    return Double.isNaN(peak) ? Double.NaN : errors.meanPsnr(peak);
  }

  /** One line each for noisy rows, denoised rows and filters; no line without clean rows. */
  List<String> lines() {
    List<String> result = new ArrayList<>();
    outcome
        .errors()
        .forEach(
            (name, errors) ->
                result.add(
                    String.format(
                        Locale.ROOT,
                        "%-8s  mse %.6g  psnr %.2f dB",
                        name,
                        errors.perPixel(),
                        psnr(errors))));
    return result;
  }

  String speed() {
    return String.format(Locale.ROOT, "%d rows in %.3f s", outcome.rows(), outcome.seconds())
        + (outcome.incomplete() > 0
            ? ", " + outcome.incomplete() + " of them incomplete: written as NaN"
            : "")
        + (outcome.failures() > 0 ? ", " + outcome.failures() + " without a true pre-image" : "");
  }

  /** All images in the gray scale of the first group: the original images if they are known. */
  ImageSheet sheet(ImageShape shape, Noise noise) {
    ImageSheet sheet = ImageSheet.of(shape.width(), shape.height());
    outcome.images().forEach((name, images) -> sheet.row(caption(name, noise), images));
    return sheet;
  }

  private String caption(String name, Noise noise) {
    if (name.equals(DenoiseRun.NOISY) && noise != null) {
      return noise.spec();
    }
    ImageErrors errors = outcome.errors().get(name);
    return errors == null || !Double.isFinite(psnr(errors))
        ? name
        : name + String.format(Locale.ROOT, " %.1f dB", psnr(errors));
  }
}
