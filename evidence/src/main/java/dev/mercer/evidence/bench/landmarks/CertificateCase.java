package dev.mercer.evidence.bench.landmarks;

import dev.mercer.Certificate;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.ResidualSpectrum;
import dev.mercer.evidence.bench.Selecting;
import dev.mercer.evidence.bench.Task;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.LandmarkSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What certificates say about subset fits, next to the truth from an exact fit of the same rows.
 *
 * <p>If the estimate is far above the true gap, the reason is measured. Let S be the variance that
 * may be missed according to the estimate, s the sum of the r largest eigenvalues of R, and c the
 * variance that is missed. Then S / c = (S / s) (s / c). The first factor arises because only |R|_F
 * is known, the second because of Ky Fan's inequality: the leading eigenvectors of R are not those
 * of K.
 *
 * @param counts numbers of landmarks
 * @param uncentered whether fits without centering are measured as well
 */
record CertificateCase(
    String name, Task task, List<Integer> ranks, List<Integer> counts, boolean uncentered)
    implements BenchCase {

  /** An estimate above this many times the true gap needs an explanation on the page. */
  static final double LARGEST_RATIO = 10;

  /** True gaps below this are rounding errors, so that no ratio is formed. */
  static final double SMALLEST_GAP = 1e-10;

  private static final int QUICK_ROWS = 300;
  private static final int QUICK_COUNT = 100;
  private static final List<String> SELECTORS = List.of("uniform", "kmeans-nearest", "rpcholesky");

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    DenseRows rows = task.load(setting, QUICK_ROWS);
    int largest = ranks.stream().mapToInt(rank -> rank).max().orElseThrow();
    Map<Boolean, double[]> exact = new LinkedHashMap<>();
    Kernel kernel = null;
    for (boolean center : uncentered ? new boolean[] {true, false} : new boolean[] {true}) {
      BenchCase.say(name + ": exact, " + centering(center));
      KernelPcaModel model = task.exact(rows, center, largest);
      kernel = model.kernel();
      exact.put(center, model.eigenvalues());
    }
    List<Object> fits = new ArrayList<>();
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      ResidualSpectrum spectrum = new ResidualSpectrum(rows, kernel, workers);
      for (String spec : SELECTORS) {
        LandmarkSelector selector = SelectorCatalog.parse(spec);
        for (int count : counts) {
          if (setting.quick() && count > QUICK_COUNT) {
            continue;
          }
          BenchCase.say(name + ": " + count + " landmarks, " + spec);
          int[] landmarks =
              new Selecting(rows, kernel, true, largest).select(selector, count, 0).rows();
          for (Map.Entry<Boolean, double[]> best : exact.entrySet()) {
            for (int rank : ranks) {
              Selecting selecting = new Selecting(rows, kernel, best.getKey(), rank);
              Map<String, Object> fit = fit(selecting, landmarks, best.getValue(), spectrum);
              fit.put("selector", spec);
              fits.add(fit);
            }
          }
        }
      }
    }
    return Json.object(
        "rows", rows.count(),
        "columns", rows.columns(),
        "standard", task.standard(),
        "kernel", kernel.spec(),
        "fits", fits);
  }

  static String centering(boolean center) {
    return center ? "centred" : "uncentred";
  }

  private static Map<String, Object> fit(
      Selecting selecting, int[] landmarks, double[] best, ResidualSpectrum spectrum) {
    KernelPcaModel model = selecting.fit(landmarks, true);
    Certificate certificate = model.report().certificate();
    double trueGap = Selecting.trueGap(model, best);
    Map<String, Object> result =
        Json.object(
            "center", selecting.center(),
            "landmarks", landmarks.length,
            "rank", model.rank(),
            "trueGap", trueGap,
            "estimate", certificate.value("optimalityGapEstimate"),
            "standardError", certificate.standardError("optimalityGapEstimate"),
            "verified", certificate.value("verifiedOptimalityGap"),
            "bound", certificate.value("optimalityGap"),
            "residualTraceShare", certificate.value("residualTraceShare"),
            "capturedVariance", certificate.value("capturedVariance"));
    if (ratio(result) > LARGEST_RATIO) {
      result.put("residualLargest", spectrum.largestSum(landmarks, model.rank()));
    }
    return result;
  }

  /** The estimate divided by the true gap; NaN if the true gap is a rounding error. */
  static double ratio(Map<String, Object> fit) {
    double trueGap = Fields.number(fit, "trueGap");
    return trueGap < SMALLEST_GAP ? Double.NaN : Fields.number(fit, "estimate") / trueGap;
  }
}
