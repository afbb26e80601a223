/**
 * Classification on top of kernel PCA: one subspace per class (CLAFIC and its kernel forms, SK
 * 6.4), nearest neighbors and logistic regression on embeddings, with folds, grids and error
 * measures.
 */
package dev.mercer.use.classify;
