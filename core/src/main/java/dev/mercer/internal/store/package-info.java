/**
 * Files: complete or not at all ({@link dev.mercer.internal.store.AtomicFile}), and tensors with
 * text beside them in the safetensors format ({@link dev.mercer.internal.store.SafeTensorsWriter},
 * {@link dev.mercer.internal.store.SafeTensors}), which Python opens as it is.
 *
 * <p>A file is hostile until parsed: nothing is allocated before its size is checked against the
 * size of the file, and all that is wrong with its content is a {@link
 * dev.mercer.ModelFormatException}. What the operating system refuses (no such file, no permission,
 * disk full) stays an {@code IOException}.
 */
package dev.mercer.internal.store;
