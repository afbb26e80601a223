/** What is known for sure, or estimated, after an approximate fit: bounds and their evidence. */
package dev.mercer.internal.certify;
