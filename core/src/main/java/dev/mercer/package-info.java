/**
 * Kernel principal component analysis: settings, models, and what is known for sure about them.
 *
 * <p>From rows to a certified model, and to the scores of rows that were not there:
 *
 * <pre>{@code
 * Rows rows = DenseRows.of(training); // double[][], one row per sample
 * KernelPca settings =
 *     KernelPca.with(KernelSpec.parse("gaussian(sigma=auto)"))
 *         .rank(3)
 *         .method(Subset.of(new RandomlyPivotedCholesky().tolerance(1e-3)))
 *         .seed(42);
 * Plan plan = settings.plan(rows); // what will be done, and the most heap it will hold
 * System.out.println(plan.path() + ": " + plan.peakBytes() + " bytes");
 *
 * KernelPcaModel model = settings.fit(rows);
 * Certificate sure = model.report().certificate();
 * System.out.println("missed, of the best variance, at most " + sure.value("optimalityGap"));
 *
 * model.save(file);
 * Matrix scores = KernelPcaModel.load(file).transform(DenseRows.of(unseen));
 * }</pre>
 *
 * <p>Step by step:
 *
 * <ol>
 *   <li>{@link dev.mercer.data.Rows} are where the data lie: in memory or in files. Those that
 *       arrive block by block are collected by a {@link dev.mercer.data.DenseRows.Builder}.
 *   <li>{@link dev.mercer.KernelPca} holds the settings: a kernel ({@link dev.mercer.kernel}), how
 *       many components (or which share of the variance), and how to get there ({@link
 *       dev.mercer.method}), with landmarks chosen by a selector ({@link dev.mercer.landmark})
 *       where all rows are too many.
 *   <li>{@link dev.mercer.KernelPca#plan} says what a fit would do, stage by stage, and the memory
 *       each stage holds: a {@link dev.mercer.Plan}. Nothing is run for it. A fit makes the same
 *       plan and refuses with {@link dev.mercer.MemoryExceededException} what does not fit.
 *   <li>{@link dev.mercer.KernelPca#fit} gives a {@link dev.mercer.KernelPcaModel}, which never
 *       changes. {@link dev.mercer.Progress} hears how it goes and may stop it.
 *   <li>{@link dev.mercer.KernelPcaModel#report} is the {@link dev.mercer.FitReport}: what was
 *       done, how long it took, and what it is worth. Its {@link dev.mercer.Certificate} bounds how
 *       far an approximate fit can be from the exact one that was never computed; each value says
 *       whether it is exact, a bound, a bound with a confidence, or an estimate.
 *   <li>{@link dev.mercer.KernelPcaModel#transform} scores new rows; {@link dev.mercer.Scorer} does
 *       so over many calls. {@link dev.mercer.KernelPcaModel#save} writes a file that other
 *       languages can read.
 * </ol>
 *
 * <p>Rows that come later go to a {@link dev.mercer.PartialFit}. {@link dev.mercer.Evaluation}
 * measures a model's error on any rows, {@link dev.mercer.Comparison} how models compare with the
 * exact one. What is built on a model (pre-images, classifiers, novelty and others) is in the
 * packages {@code dev.mercer.use} of the module {@code uses}.
 *
 * <p>What can go wrong: {@link java.lang.IllegalArgumentException} for what the caller gave, {@link
 * dev.mercer.NumericalException} for what arithmetic refused, {@link
 * dev.mercer.ModelFormatException} for files that are no models. A fit gives the same bits for any
 * number of threads.
 */
package dev.mercer;
