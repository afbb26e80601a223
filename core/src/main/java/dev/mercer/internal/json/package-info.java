/**
 * JSON as plain Java values, for reports and file headers: strict and bounded.
 *
 * <p>{@link dev.mercer.internal.json.Json#parse} gives maps, lists, strings, {@code Long}, {@code
 * Double}, booleans and null; {@link dev.mercer.internal.json.Json#write} takes the same and arrays
 * of any kind.
 */
package dev.mercer.internal.json;
