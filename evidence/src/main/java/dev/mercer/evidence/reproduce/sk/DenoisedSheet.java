package dev.mercer.evidence.reproduce.sk;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.ImageSheet;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.use.denoise.ImageErrors;
import dev.mercer.use.denoise.Noise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;

/**
 * SK figure 7: the first test images, the same with Gaussian noise of sigma 50, and the images that
 * SubKPCA and KPCA with the same centers restore from them.
 */
final class DenoisedSheet extends PaperPart.Figure {

  private static final int SHOWN = 100;
  private static final int SIDE = 28;
  private static final int ACROSS = 20;

  private final Function<Lab, DenoisingData.Sizes> sizes;

  DenoisedSheet(Function<Lab, DenoisingData.Sizes> sizes) {
    super("SK", 7);
    this.sizes = sizes;
  }

  @Override
  public String claim() {
    return "The first 100 test images with Gaussian noise of sigma 50, denoised by SubKPCA and by"
        + " KPCA of the same basis: SubKPCA's are nearer to the originals.";
  }

  @Override
  public Outcome run(Lab lab) {
    DenoisingData.Sizes all = sizes.apply(lab);
    int shown = Math.min(SHOWN, all.scored());
    DenoisingData.Sizes size =
        new DenoisingData.Sizes(all.train(), all.chosen(), shown, all.bases(), all.grid());
    DenoisingData data = DenoisingData.load(lab, size);
    Noise noise = NoisyImages.GAUSSIAN.get(1);
    int basis = size.bases()[size.bases().length - 1];
    DenoisingSearch search = data.search(basis, List.of(noise), size.grid(), lab);
    DenoisingSearch.Scored subset = search.run(DenoisingSearch.SUBSET).get(0);
    DenoisingSearch.Scored reduced = search.run(DenoisingSearch.REDUCED).get(0);
    Matrix clean = data.images().scored();
    Matrix noisy = data.images().noisyScored(noise);
    ImageSheet sheet =
        ImageSheet.of(SIDE, SIDE)
            .across(ACROSS)
            .range(0, 255)
            .row("original", clean)
            .row("noisy", noisy)
            .row("SubKPCA", search.denoise(subset.model(), DenoisingSearch.FIXED_POINT, noisy))
            .row(
                "KPCA of the basis",
                search.denoise(reduced.model(), DenoisingSearch.FIXED_POINT, noisy));
    Outcome outcome = new Outcome();
    data.describe(outcome, size, lab);
    ImageErrors before = NoisyImages.errors(clean, noisy);
    PairedDifference less = PairedDifference.of(subset.errors(), reduced.errors());
    DataTable table =
        new DataTable(
            "Squared errors of the images shown, divided by 10^5",
            "images",
            "mean",
            "deviation",
            "log10 of c",
            "rank");
    table.row(
        "noisy",
        before.mean() / DenoisingSearch.UNIT,
        before.standardDeviation() / DenoisingSearch.UNIT,
        null,
        null);
    row(table, "SubKPCA, " + basis, subset);
    row(table, "KPCA of the basis, " + basis, reduced);
    outcome.table(table).png("denoised images", png(sheet), true);
    outcome.verdict(
        "SubKPCA's images are nearer to the originals than those of KPCA of the basis",
        less.mean() < 0,
        "paired difference of squared errors, divided by 10^5: "
            + NumberText.threeDigits(less.mean() / DenoisingSearch.UNIT)
            + " ± "
            + NumberText.threeDigits(less.standardError() / DenoisingSearch.UNIT)
            + ", of "
            + NumberText.threeDigits(reduced.errors().mean() / DenoisingSearch.UNIT)
            + "; noisy "
            + NumberText.threeDigits(before.mean() / DenoisingSearch.UNIT));
    return outcome;
  }

  private static void row(DataTable table, String name, DenoisingSearch.Scored scored) {
    table.row(
        name,
        scored.errors().mean() / DenoisingSearch.UNIT,
        scored.errors().standardDeviation() / DenoisingSearch.UNIT,
        scored.width(),
        scored.rank());
  }

  private static byte[] png(ImageSheet sheet) {
    try {
      return sheet.png();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
