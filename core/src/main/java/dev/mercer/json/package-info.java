/**
 * JSON as plain Java values, for reports and file headers: small, strict, without dependencies.
 *
 * <p>{@link dev.mercer.json.Json#parse} gives maps, lists, strings, {@code Long}, {@code Double},
 * booleans and null; {@link dev.mercer.json.Json#write} takes the same and arrays of any kind.
 */
package dev.mercer.json;
