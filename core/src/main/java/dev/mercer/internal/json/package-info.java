/**
 * JSON as plain Java values, for reports and file headers. Reading is strict, and its memory is
 * limited.
 *
 * <p>{@link dev.mercer.internal.json.Json#parse} returns maps, lists, strings, {@code Long}, {@code
 * Double}, booleans and null; {@link dev.mercer.internal.json.Json#write} accepts the same and
 * arrays of any kind.
 */
package dev.mercer.internal.json;
