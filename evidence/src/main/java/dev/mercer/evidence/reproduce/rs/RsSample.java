package dev.mercer.evidence.reproduce.rs;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.kernel.Gaussian;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A data set of RS table 1 with the bandwidth and the rank printed there.
 *
 * @param all how many rows the whole set has
 * @param rank RS's k
 * @param remark a note if the set differs from the paper's, or if its scaling had to be found
 */
record RsSample(
    String name,
    DenseRows rows,
    String[] labels,
    int all,
    double sigma,
    int rank,
    String paper,
    String remark) {

  /** Half of the range of the pixels in usps, which is -1 to 1. */
  private static final double HALF = 0.5;

  private static final double WHITE = 255;

  static final String STORED_USPS = "usps, pixels -1 to 1";

  /** Reads one of the data sets, with at most the given number of rows. */
  interface Source {
    RsSample read(Lab lab, int most);
  }

  static RsSample german(Lab lab, int most) {
    return of("german", lab.csv("german.csv.gz", "label"), 30, 5, "1,000 x 24, 2 classes", null)
        .atMost(most, lab.seed());
  }

  static RsSample pendigits(Lab lab, int most) {
    return of(
            "pendigits",
            lab.csv("pendigits-test.csv.gz", "label"),
            120,
            5,
            "3,500 x 16, 10 classes",
            "pendigits is the test part of the set, 3,498 rows: the paper says 3,500.")
        .atMost(most, lab.seed());
  }

  static RsSample usps(Lab lab, int most) {
    return of(
            "usps",
            scaled(storedUsps(lab), HALF, HALF),
            18,
            15,
            "9,298 x 256, 10 classes",
            "usps is scaled to pixels from 0 to 1. The paper does not name its scale, but with"
                + " pixels from -1 to 1, as the set is distributed, far more rows are kept than it"
                + " shows.")
        .atMost(most, lab.seed());
  }

  /** The data set usps with its pixels as they are stored. */
  static RsSample uspsAsStored(Lab lab, int most) {
    return of(STORED_USPS, storedUsps(lab), 18, 15, "9,298 x 256, 10 classes", null)
        .atMost(most, lab.seed());
  }

  static RsSample yale(Lab lab, int most) {
    Lab.Labeled stored = lab.csv("yale.csv.gz", "label");
    return of(
            "yale",
            scaled(stored, 1 / WHITE, 0),
            17,
            10,
            "5,768 x 520, 10 classes",
            "yale is not the paper's set (5,768 x 520, 10 people), which is not available. It is"
                + " the cropped Extended Yale B, 2,414 faces of 38 people at 32 x 32 pixels,"
                + " scaled to pixels from 0 to 1. Only the claims are judged, not the numbers.")
        .atMost(most, lab.seed());
  }

  private static Lab.Labeled storedUsps(Lab lab) {
    Lab.Labeled train = lab.csv("usps-train.csv.gz", "label");
    Lab.Labeled test = lab.csv("usps-test.csv.gz", "label");
    int first = train.labels().length;
    String[] labels = Arrays.copyOf(train.labels(), first + test.labels().length);
    System.arraycopy(test.labels(), 0, labels, first, test.labels().length);
    DenseRows.Builder builder = DenseRows.builder(train.rows().columns(), Precision.DOUBLE);
    append(builder, train.rows());
    append(builder, test.rows());
    return new Lab.Labeled(builder.build(), labels);
  }

  private static void append(DenseRows.Builder builder, Rows rows) {
    builder.append(values(rows), 0, rows.count());
  }

  private static double[] values(Rows rows) {
    double[] values = new double[Math.multiplyExact(rows.count(), rows.columns())];
    rows.copy(0, rows.count(), values, 0);
    return values;
  }

  private static Lab.Labeled scaled(Lab.Labeled stored, double factor, double offset) {
    double[] values = values(stored.rows());
    for (int i = 0; i < values.length; i++) {
      values[i] = factor * values[i] + offset;
    }
    DenseRows.Builder builder = DenseRows.builder(stored.rows().columns(), Precision.DOUBLE);
    builder.append(values, 0, stored.rows().count());
    return new Lab.Labeled(builder.build(), stored.labels());
  }

  private static RsSample of(
      String name, Lab.Labeled data, double sigma, int rank, String paper, String remark) {
    int all = data.labels().length;
    return new RsSample(name, data.rows(), data.labels(), all, sigma, rank, paper, remark);
  }

  /** At most {@code most} of the rows, drawn with the seed; all rows if there are no more. */
  private RsSample atMost(int most, long seed) {
    if (rows.count() <= most) {
      return this;
    }
    int[] drawn = Arrays.copyOf(shuffled(rows.count(), seed), most);
    return new RsSample(
        name,
        DenseRows.copyOf(rows.select(drawn)),
        Arrays.stream(drawn).mapToObj(row -> labels[row]).toArray(String[]::new),
        all,
        sigma,
        rank,
        paper,
        remark);
  }

  /** The numbers 0 to count - 1 in a random order that depends on the seed. */
  static int[] shuffled(int count, long seed) {
    int[] order = new int[count];
    Arrays.setAll(order, i -> i);
    shuffle(order, seed);
    return order;
  }

  /** Brings numbers into a random order that depends on the seed. */
  static void shuffle(int[] order, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }

  Gaussian kernel() {
    return Gaussian.sigma(sigma);
  }

  /** Adds a description of the data to the outcome. */
  void describe(Outcome outcome) {
    outcome.setting(
        name,
        rows.count()
            + (rows.count() < all ? " of " + all : "")
            + " rows x "
            + rows.columns()
            + ", gaussian sigma = "
            + kernel().sigma()
            + ", rank "
            + rank
            + "; paper: "
            + paper
            + ", same sigma and rank");
    if (remark != null) {
      outcome.note(remark);
    }
  }
}
