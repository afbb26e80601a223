/**
 * Files that appear either complete or not at all ({@link dev.mercer.internal.store.AtomicFile}),
 * and tensors with metadata texts in the safetensors format ({@link
 * dev.mercer.internal.store.SafeTensorsWriter}, {@link dev.mercer.internal.store.SafeTensors}),
 * which Python can open directly.
 *
 * <p>A file is treated as hostile until it has been parsed: nothing is allocated before its size is
 * checked against the size of the file, and any error in its content is a {@link
 * dev.mercer.ModelFormatException}. What the operating system refuses (no such file, no permission,
 * disk full) remains an {@code IOException}.
 */
package dev.mercer.internal.store;
