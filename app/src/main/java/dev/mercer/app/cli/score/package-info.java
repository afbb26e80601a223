/** The verbs that take rows to a model: transform, reconstruct, evaluate, novelty. */
package dev.mercer.app.cli.score;
