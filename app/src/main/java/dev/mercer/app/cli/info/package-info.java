/** The commands that give information: inspect, datasets, doctor. */
package dev.mercer.app.cli.info;
