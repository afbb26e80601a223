/**
 * Denoising: what makes noise, filters to compare with, and errors of images. Denoising itself is a
 * projection and a pre-image ({@link dev.mercer.use.preimage.Preimages}).
 *
 * <p>{@link dev.mercer.use.denoise.Noise} is Gaussian, or salt and pepper within a {@link
 * dev.mercer.use.denoise.ValueRange}. The best linear filters come from {@link
 * dev.mercer.use.denoise.RowMoments} of clean rows, {@link dev.mercer.use.denoise.MedianFilter}
 * needs the {@link dev.mercer.use.denoise.ImageShape} alone; {@link
 * dev.mercer.use.denoise.ImageErrors} says how far a result is from the clean images.
 */
package dev.mercer.use.denoise;
