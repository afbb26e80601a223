/** The verbs that tell: inspect, datasets, doctor. */
package dev.mercer.app.cli.info;
