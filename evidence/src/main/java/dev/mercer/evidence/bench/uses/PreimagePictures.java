package dev.mercer.evidence.bench.uses;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.DataSource;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.RowBlock;
import dev.mercer.app.plot.ImageSheet;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchProgram;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.use.preimage.Preimages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Draws the picture of docs/how-to/reconstruct-rows.md: one unseen digit of each kind, and what is
 * left of it when 2, 8, 32 and 128 components are kept. Started by {@code evidence/run
 * dev.mercer.evidence.bench.uses.PreimagePictures}; the data are built into the program.
 */
public final class PreimagePictures {

  private static final int ROWS = 1797;
  private static final int TRAINED = 1500;
  private static final int SIDE = 8;
  private static final int PIXELS = SIDE * SIDE;
  private static final int DIGITS = 10;
  private static final List<Integer> RANKS = List.of(2, 8, 32, 128);

  private PreimagePictures() {}

  public static void main(String[] arguments) throws IOException {
    RowBlock digits = new RowBlock(ROWS, PIXELS);
    try (DataSource source =
        DataSources.open(DataRequest.of("builtin:digits").withLabel("label"))) {
      source.next(digits);
    }
    double[] values = digits.values();
    DenseRows train = DenseRows.wrap(TRAINED, PIXELS, Arrays.copyOf(values, TRAINED * PIXELS));
    double[] chosen = new double[DIGITS * PIXELS];
    for (int digit = 0; digit < DIGITS; digit++) {
      int row = TRAINED;
      while (!digits.label(row).equals(Integer.toString(digit))) {
        row++;
      }
      System.arraycopy(values, row * PIXELS, chosen, digit * PIXELS, PIXELS);
    }
    Matrix unseen = Matrix.wrap(DIGITS, PIXELS, chosen);
    ImageSheet sheet = ImageSheet.of(SIDE, SIDE).row("unseen digits", unseen);
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      for (int rank : RANKS) {
        KernelPcaModel model =
            KernelPca.with(KernelSpec.parse("gaussian(sigma=auto)")).rank(rank).fit(train);
        Preimages.Result found =
            Preimages.of(model, "auto", workers.threads()).of(DenseRows.of(unseen));
        sheet.row(rank + " components", found.points());
      }
    }
    Path file = BenchProgram.root().resolve("docs/images/uses-preimages.png");
    sheet.write(file);
    BenchCase.say("wrote " + file);
  }
}
