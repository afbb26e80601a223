/**
 * The one grammar in which kernels, selectors, methods and data are written: {@code name} or {@code
 * name(key=value,…)}.
 *
 * <p>{@link dev.mercer.internal.spec.Spec} is such a text divided into its parts, with typed and
 * checked access to its values; {@link dev.mercer.internal.spec.SpecReader} is the cursor that it
 * shares with grammars that contain specs (kernel expressions); {@link
 * dev.mercer.internal.spec.Numbers} prints numbers the way people write them, and so that they are
 * read back with the same bits. Any error in a text is an {@link IllegalArgumentException} with a
 * one-line message that says what is wrong, where, and what is allowed.
 */
package dev.mercer.internal.spec;
