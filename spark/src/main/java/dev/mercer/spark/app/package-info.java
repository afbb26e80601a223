/** The program's {@code --engine spark}: reads files, calls the estimator, writes scores. */
package dev.mercer.spark.app;
