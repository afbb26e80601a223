package dev.mercer.method;

import dev.mercer.internal.spec.Spec;

/**
 * Subset kernel PCA (SK (21) to (24), the same as NY (16)): the best axes in the span of the
 * landmarks, judged on all rows.
 *
 * <ol>
 *   <li>rows projected on the span of the landmarks: f = L^-1 h, K_y = L L'
 *   <li>eigenpairs (kappa, v) of the second moment of f about its mean over all rows
 *   <li>coefficients Z = L^-T V, so z'K_y z = 1 and K_xy'H K_xy z = kappa K_y z; offset Z' mean(h);
 *       center K_y^+ mean(h), SK's third centroid estimate
 * </ol>
 *
 * Cost: n m kernel values, 2 n m^2 flops, m^3; a model of m points. With all rows as landmarks it
 * is exact; its error is never above that of reduced on the same landmarks.
 *
 * @param centroid SK section 3.5: 1 the mean of the rows itself, which takes a pass over all pairs
 *     and a model of all rows and gives the same scores as 3; 2 the mean of the landmarks; 3 the
 *     point of the landmarks' span nearest to 1, the default
 * @param general whether scores are those of SK (27), which need not see landmarks beyond the span
 *     of the rows, or of (22), the default
 * @param withLandmarks whether the landmarks join the rows in the criterion (SK section 4.1.4)
 * @param icd share of the largest diagonal entry at which incomplete Cholesky of K_xy'K_xy stops
 *     (SK (45)), or 0 for none
 */
public record Subset(
    Landmarking landmarks, int centroid, boolean general, boolean withLandmarks, double icd)
    implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "subset";

  /** The criterion that counts the rows alone. */
  public static final String ROWS = "rows";

  /** The criterion that counts the rows and the landmarks. */
  public static final String WITH_LANDMARKS = "with-landmarks";

  public Subset {
    if (centroid < 1 || centroid > 3) {
      throw new IllegalArgumentException(
          "subset: centroid = " + centroid + "; 1, 2 and 3 are allowed");
    }
    if (!(icd >= 0 && icd < 1)) {
      throw new IllegalArgumentException(
          "subset: icd = " + icd + "; it is a tolerance above 0 and below 1");
    }
  }

  /** As SK recommends: (22), the third centroid, the rows alone as criterion. */
  public static Subset of(Landmarking landmarks) {
    return new Subset(landmarks, 3, false, false, 0);
  }

  /** The same with so many rows, drawn at random, as landmarks. */
  public static Subset landmarks(int count) {
    return of(Landmarking.count(count));
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME);
    if (centroid != 3) {
      spec = spec.with("centroid", Integer.toString(centroid));
    }
    if (general) {
      spec = spec.with("general", "true");
    }
    if (withLandmarks) {
      spec = spec.with("criterion", WITH_LANDMARKS);
    }
    if (icd > 0) {
      spec = spec.with("icd", icd);
    }
    return spec.text();
  }
}
