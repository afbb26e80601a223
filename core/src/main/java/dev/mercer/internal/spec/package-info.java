/**
 * The one grammar in which kernels, selectors, methods and data are written: {@code name} or {@code
 * name(key=value,…)}.
 *
 * <p>{@link dev.mercer.internal.spec.Spec} is such a text taken apart, with typed and checked
 * access to its values; {@link dev.mercer.internal.spec.SpecReader} is the cursor that grammars
 * built around it (kernel expressions) share; {@link dev.mercer.internal.spec.Numbers} prints
 * numbers so that they parse back to the same bits, and the way people write them. Whatever is
 * wrong with a text comes out as {@link IllegalArgumentException} with a one-line message that says
 * what, where and what is allowed.
 */
package dev.mercer.internal.spec;
