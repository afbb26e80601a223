/** Landmarks: how to choose them, and what is known of the rows seen through them. */
package dev.mercer.landmark;
