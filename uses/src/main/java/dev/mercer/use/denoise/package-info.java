/**
 * Denoising: ways to add noise, filters to compare with, and the errors of restored images.
 * Denoising itself is a projection followed by a pre-image ({@link
 * dev.mercer.use.preimage.Preimages}).
 *
 * <p>{@link dev.mercer.use.denoise.Noise} is Gaussian, or salt and pepper within a {@link
 * dev.mercer.use.denoise.ValueRange}. The best linear filters come from {@link
 * dev.mercer.use.denoise.RowMoments} of clean rows; {@link dev.mercer.use.denoise.MedianFilter}
 * needs only the {@link dev.mercer.use.denoise.ImageShape}. {@link
 * dev.mercer.use.denoise.ImageErrors} measures how far a result is from the clean images.
 */
package dev.mercer.use.denoise;
