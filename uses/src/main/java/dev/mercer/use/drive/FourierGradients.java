package dev.mercer.use.drive;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.kernel.FourierFeatures;

/**
 * Gradients of scores made of random features, y_r(x) = sum_k A_kr a cos(w_k . x + b_k) - b_r:
 *
 * <pre>grad y_r = - sum_k A_kr a sin(w_k . x + b_k) w_k</pre>
 *
 * <ol>
 *   <li>the angles of a block, by one product with the frequencies
 *   <li>their sines times the coefficients, one row for each pair of row and component
 *   <li>one product of these with the frequencies
 * </ol>
 *
 * Cost: 2 (1 + r) D d flops and D sines per row, for D features of d columns.
 */
final class FourierGradients implements BlockGradients {

  private final Matrix frequencies;
  private final double[] phases;
  private final double amplitude;
  private final double[] coefficients; // r x D
  private final int rank;
  private final Blas blas;

  FourierGradients(KernelPcaModel model, Workers workers) {
    this.blas = workers.blas();
    FourierFeatures features = FourierFeatures.of(model);
    this.frequencies = features.frequencies();
    this.phases = features.phases();
    this.amplitude = features.amplitude();
    this.coefficients = model.coefficients().transpose().values();
    this.rank = model.rank();
  }

  @Override
  public Place place(int mostRows) {
    int width = phases.length;
    int d = frequencies.columns();
    double[] angles = new double[mostRows * width];
    double[] stacked = new double[mostRows * rank * width];
    View w = View.of(frequencies.values(), width, d);
    return (rows, count, into) -> {
      for (int i = 0; i < count; i++) {
        System.arraycopy(phases, 0, angles, i * width, width);
      }
      blas.add(1, View.of(rows, count, d), w.t(), View.of(angles, count, width));
      for (int i = 0; i < count; i++) {
        for (int k = 0; k < width; k++) {
          angles[i * width + k] = -amplitude * Math.sin(angles[i * width + k]);
        }
        for (int c = 0; c < rank; c++) {
          int to = (i * rank + c) * width;
          for (int k = 0; k < width; k++) {
            stacked[to + k] = angles[i * width + k] * coefficients[c * width + k];
          }
        }
      }
      int gradients = count * rank;
      blas.product(View.of(stacked, gradients, width), w, View.of(into, gradients, d));
    };
  }
}
