/**
 * Pre-images: points of input space whose feature vectors are closest to given ones, such as the
 * projection of a row on the components [SK 6.5, Mika, Kwok and Tsang]. {@link
 * dev.mercer.use.preimage.Preimages} finds them, by one of several methods that a text names.
 */
package dev.mercer.use.preimage;
