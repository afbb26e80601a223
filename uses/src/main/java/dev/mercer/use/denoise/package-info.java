/**
 * Denoising: noise makers, filters to compare with, and errors of images. Denoising itself is a
 * projection and a pre-image.
 */
package dev.mercer.use.denoise;
