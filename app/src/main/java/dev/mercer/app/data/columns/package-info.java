/**
 * What all table formats have in common: which columns become features, labels and weights, and
 * what a cell means.
 */
package dev.mercer.app.data.columns;
