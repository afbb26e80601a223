/** The commands that apply a model to rows: transform, reconstruct, evaluate, novelty. */
package dev.mercer.app.cli.score;
