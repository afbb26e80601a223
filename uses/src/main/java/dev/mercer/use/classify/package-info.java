/**
 * Classification on top of kernel PCA.
 *
 * <p>A {@link dev.mercer.use.classify.Classifier} comes from its text by {@link
 * dev.mercer.use.classify.Classifier#of}: one subspace per class (CLAFIC and its kernel forms, SK
 * 6.4), or nearest neighbors or logistic regression on embeddings. It learns from rows and {@link
 * dev.mercer.use.classify.LabelSets}, with the {@link dev.mercer.use.classify.PcaSettings} of its
 * kernel PCA, and gives {@link dev.mercer.use.classify.Predictions}. {@link
 * dev.mercer.use.classify.SubspaceClassifier} can also take and leave classes afterwards.
 *
 * <p>{@link dev.mercer.use.classify.Splits} divide rows, {@link dev.mercer.use.classify.GridSearch}
 * finds the settings that predict best on rows held back, {@link
 * dev.mercer.use.classify.ConfusionMatrix} and {@link dev.mercer.use.classify.Accuracies} count
 * errors. {@link dev.mercer.use.classify.NearestNeighbors} and {@link
 * dev.mercer.use.classify.LogisticRegression} also work on any matrix, labeled by {@link
 * dev.mercer.use.classify.ClassLabels}.
 */
package dev.mercer.use.classify;
