package dev.mercer.spark;

import dev.mercer.Certificate;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.internal.access.FitAccess;
import dev.mercer.internal.access.RemoteFit;
import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.certify.ShadowBounds;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.fit.LandmarkGrowth;
import dev.mercer.internal.select.RemoteChoice;
import dev.mercer.internal.select.RemotePivots;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.KernelSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.clustering.KMeans;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * One fit on a cluster:
 *
 * <ol>
 *   <li>survey: rows are counted and checked, and some are drawn
 *   <li>select: landmarks, by as many jobs as the selector needs
 *   <li>features: one aggregated pass over the rows with the landmarks; if a tolerance is given and
 *       not met, again from select with more landmarks
 *   <li>solve: on the driver
 *   <li>novelty: some rows are measured with the model, for the quantiles in its report
 * </ol>
 */
final class SparkFit {

  /** The first number of landmarks to try if a tolerance is given. */
  private static final int FIRST_LANDMARKS = 64;

  private final KernelPcaEstimator settings;
  private final SparkSession session;
  private final Dataset<Row> data;
  private final JavaRDD<Row> rows;
  private final RowChecks checks;
  private final DistributedSelector selector;
  private final Integer count;
  private final Double tolerance;
  private final List<String> notes = new ArrayList<>();
  private Survey survey;
  private PartJobs jobs;
  private RemoteFit fit;
  private Certificate selection = Certificate.empty();

  SparkFit(KernelPcaEstimator settings, Dataset<?> dataset) {
    this.settings = settings;
    this.session = (SparkSession) dataset.sparkSession();
    String weightCol = settings.getWeightCol();
    this.checks =
        new RowChecks(
            settings.getFeaturesCol(),
            weightCol,
            FeatureNames.of(dataset.schema(), settings.getFeaturesCol()));
    List<Column> columns = new ArrayList<>();
    columns.add(functions.col(settings.getFeaturesCol()));
    if (weightCol != null) {
      columns.add(functions.col(weightCol).cast("double"));
    }
    this.data = dataset.toDF().select(columns.toArray(Column[]::new));
    this.rows = data.toJavaRDD();
    this.selector = DistributedSelector.parse(settings.getSelector());
    this.count = settings.value(settings.landmarks(), Integer.class);
    this.tolerance = settings.value(settings.tolerance(), Double.class);
    requireOneGoal();
  }

  /** Refuses settings that contradict each other before any row is read. */
  private void requireOneGoal() {
    if (count != null && tolerance != null) {
      throw new IllegalArgumentException(
          "requirement failed: landmarks and tolerance each say how many landmarks to take; set one"
              + " of them");
    }
    if (selector.choosesCount() && (count != null || tolerance != null)) {
      throw new IllegalArgumentException(
          "requirement failed: the selector "
              + settings.getSelector()
              + " says how many landmarks there are; leave landmarks and tolerance unset");
    }
    if (selector.way() == RemoteChoice.GIVEN && !settings.isDefined(settings.landmarkPoints())) {
      throw new IllegalArgumentException(
          "requirement failed: the selector given needs landmarkPoints");
    }
    if (count != null && !settings.isDefined(settings.variance()) && count < settings.getRank()) {
      throw new IllegalArgumentException(
          "requirement failed: landmarks = "
              + count
              + " is fewer than the rank "
              + settings.getRank());
    }
  }

  KernelPcaModel run() {
    boolean drawsNow = selector.way() == RemoteChoice.DRAW && tolerance == null;
    int wanted = count != null ? count : KernelPcaEstimator.DEFAULT_LANDMARKS;
    long start = System.nanoTime();
    describe("Mercer: rows are counted and checked");
    survey =
        Survey.of(
            rows, checks, ResidualSample.CANDIDATES, drawsNow ? wanted : 0, settings.getSeed());
    describe(null);
    double surveyed = (System.nanoTime() - start) / 1e9;
    if (count != null && survey.rows() < count) {
      throw new IllegalArgumentException(
          "requirement failed: landmarks = "
              + count
              + " exceeds the "
              + survey.rows()
              + " rows of column "
              + checks.featuresCol());
    }
    jobs = new PartJobs(session.sparkContext(), rows, checks, survey.columns());
    DenseRows sample = survey.sample().rows();
    boolean allRows = survey.sample().count() < ResidualSample.CANDIDATES;
    try (RemoteFit remote =
        FitAccess.remoteFit(pca(), sample, survey.sample().weights(), survey.rows(), allRows)) {
      fit = remote;
      if (tolerance == null || selector.way() == RemoteChoice.PIVOTS) {
        see(select(drawsNow ? wanted : count != null ? count : defaultCount()));
      } else {
        grow();
      }
      notes.addAll(jobs.backends().notes());
      KernelPcaModel model =
          fit.model(
              settings.getSelector(),
              selection,
              notes,
              solved -> jobs.measured(solved, survey.largestKey()));
      return model.withReport(model.report().withFact("engine", engine(surveyed)));
    }
  }

  private KernelPca pca() {
    KernelPca pca =
        KernelPca.with(KernelSpec.parse(settings.getKernel()))
            .center(settings.getCenter())
            .novelty(settings.getNovelty())
            .seed(settings.getSeed());
    Double variance = settings.value(settings.variance(), Double.class);
    List<String> names = checks.names();
    pca = pca.featureNames(names != null && names.size() == survey.columns() ? names : null);
    return variance != null ? pca.variance(variance) : pca.rank(settings.getRank());
  }

  private int defaultCount() {
    return tolerance != null
        ? settings.getMaxLandmarks()
        : (int) Math.min(survey.rows(), KernelPcaEstimator.DEFAULT_LANDMARKS);
  }

  /** Uses more and more landmarks until the tolerance is met. */
  private void grow() {
    int most = (int) Math.min(survey.rows(), settings.getMaxLandmarks());
    int first =
        settings.isDefined(settings.variance())
            ? FIRST_LANDMARKS
            : Math.max(FIRST_LANDMARKS, 2 * settings.getRank());
    LandmarkGrowth growth = new LandmarkGrowth(tolerance, first, most);
    int found;
    do {
      Landmarks landmarks = select(growth.count());
      found = landmarks.count();
      see(landmarks);
    } while (growth.goesOn(found, fit.residualTraceShare()));
    noteTolerance(found);
  }

  private void noteTolerance(int found) {
    if (fit.residualTraceShare() > tolerance) {
      notes.add(
          "the goal was not met: the residual trace share is "
              + fit.residualTraceShare()
              + ", wanted "
              + tolerance
              + "; allow more than "
              + found
              + " landmarks by maxLandmarks");
    }
  }

  private void see(Landmarks landmarks) {
    fit.landmarks(landmarks);
    boolean done;
    do {
      double[] sums = fit.stage("features", 8L * fit.task().length(), () -> jobs.sums(fit.task()));
      done = fit.gathered(sums);
    } while (!done);
    if (selector.way() == RemoteChoice.PIVOTS && tolerance != null) {
      noteTolerance(landmarks.count());
    }
  }

  private Landmarks select(int wanted) {
    Landmarks chosen = fit.stage("select", 8L * wanted * survey.columns(), () -> chosen(wanted));
    if (chosen.count() > settings.getMaxLandmarks()
        && selector.way() != RemoteChoice.GIVEN
        && selector.choosesCount()) {
      throw new IllegalArgumentException(
          "requirement failed: "
              + settings.getSelector()
              + " chose "
              + chosen.count()
              + " landmarks, more than maxLandmarks = "
              + settings.getMaxLandmarks());
    }
    return chosen;
  }

  private Landmarks chosen(int wanted) {
    return switch (selector.way()) {
      case GIVEN -> given();
      case DRAW -> drawn(wanted);
      case PIVOTS -> pivots(wanted);
      case CLUSTER -> clustered(wanted);
      case SHADOWS -> shadows();
      case NONE, ONE_BY_ONE ->
          throw new IllegalStateException(selector.spec() + " was to be refused before");
    };
  }

  private Landmarks given() {
    double[][] points = settings.value(settings.landmarkPoints(), double[][].class);
    return Landmarks.ofPoints(DenseRows.of(points), null);
  }

  private Landmarks pivots(int wanted) {
    RemotePivots pivots =
        new RemotePivots(
            fit.kernel(),
            survey.columns(),
            (int) Math.min(survey.rows(), wanted),
            tolerance == null ? 0 : tolerance,
            settings.getSeed(),
            survey.rows(),
            fit.workers());
    while (pivots.wantsMore()) {
      pivots.raced(jobs.race(pivots));
    }
    return pivots.landmarks();
  }

  /** Centers of partitions, merged: then a row lies within twice the radius of its center. */
  private Landmarks shadows() {
    PartJobs.Shadows found = jobs.shadows(fit.kernel(), selector.spec());
    double epsilon =
        SelectorCatalog.algorithm(SelectorCatalog.parse(selector.spec())).radius(fit.kernel());
    boolean merged = found.merged() > 1;
    selection = new ShadowBounds(fit.kernel(), merged ? 2 * epsilon : epsilon).certificate();
    return merged
        ? found
            .landmarks()
            .with(
                "shadows of "
                    + found.merged()
                    + " partitions were merged: every row lies closer than 2 sigma / ell to its"
                    + " center, and the bounds are those of that radius")
        : found.landmarks();
  }

  private Landmarks drawn(int wanted) {
    Survey drawn =
        survey.drawn().count() >= wanted || tolerance == null
            ? survey
            : Survey.of(rows, checks, 0, wanted, settings.getSeed());
    Landmarks result = Landmarks.ofPoints(drawn.drawn().rows(wanted), null);
    return result.count() < wanted && count != null
        ? result.with(
            result.count() + " landmarks instead of " + wanted + ": no other row is different")
        : result;
  }

  /** The centers of the k-means|| of MLlib. */
  private Landmarks clustered(int wanted) {
    KMeans kmeans =
        new KMeans()
            .setK(Math.max(2, wanted))
            .setSeed(settings.getSeed())
            .setFeaturesCol(checks.featuresCol());
    if (checks.weighted()) {
      kmeans.setWeightCol(data.columns()[1]);
    }
    Vector[] centers = kmeans.fit(data).clusterCenters();
    double[] values = new double[centers.length * survey.columns()];
    for (int i = 0; i < centers.length; i++) {
      PartitionBlocks.copy(centers[i], values, i * survey.columns());
    }
    return Landmarks.ofPoints(DenseRows.wrap(centers.length, survey.columns(), values), null);
  }

  private Map<String, Object> engine(double surveyed) {
    Map<String, Object> engine = new LinkedHashMap<>();
    engine.put("name", "spark");
    engine.put("version", session.version());
    engine.put("master", session.sparkContext().master());
    engine.put("partitions", jobs.partitions());
    engine.put("surveySeconds", surveyed);
    engine.put("backends", jobs.backends().byExecutor());
    return engine;
  }

  private void describe(String job) {
    session.sparkContext().setJobDescription(job);
  }
}
