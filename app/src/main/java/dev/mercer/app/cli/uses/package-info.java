/** The commands that build on a fit: classify, denoise, discriminant, embed, ica. */
package dev.mercer.app.cli.uses;
