/**
 * Tables behind all formats: which columns become features, labels and weights, and what a cell
 * means.
 */
package dev.mercer.app.data.columns;
