/**
 * Classification on top of kernel PCA.
 *
 * <p>{@link dev.mercer.use.classify.Classifier#of} makes a {@link
 * dev.mercer.use.classify.Classifier} from its text: one subspace per class (CLAFIC and its kernel
 * forms, SK 6.4), or nearest neighbors or logistic regression on embeddings. It learns from rows
 * and {@link dev.mercer.use.classify.LabelSets}, with the {@link
 * dev.mercer.use.classify.PcaSettings} of its kernel PCA, and gives {@link
 * dev.mercer.use.classify.Predictions}. Classes can be added to a {@link
 * dev.mercer.use.classify.SubspaceClassifier}, and removed from it, after the fit.
 *
 * <p>{@link dev.mercer.use.classify.Splits} divide rows into training and test parts, {@link
 * dev.mercer.use.classify.GridSearch} finds the settings that predict best on rows held back, and
 * {@link dev.mercer.use.classify.ConfusionMatrix} and {@link dev.mercer.use.classify.Accuracies}
 * count errors. {@link dev.mercer.use.classify.NearestNeighbors} and {@link
 * dev.mercer.use.classify.LogisticRegression} also work on any matrix with {@link
 * dev.mercer.use.classify.ClassLabels}.
 */
package dev.mercer.use.classify;
