/**
 * Pre-images: points of input space whose feature vectors come nearest to given ones, such as the
 * projection of a row on the components [SK 6.5, Mika, Kwok and Tsang].
 */
package dev.mercer.use.preimage;
