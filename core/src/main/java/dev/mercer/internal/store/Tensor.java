package dev.mercer.internal.store;

import java.util.List;

/**
 * Where a tensor lies in a file.
 *
 * @param name its name
 * @param type type of its entries
 * @param shape its dimensions, the slowest first; empty for a single number
 * @param position of its first byte, from the start of the file
 * @param bytes it takes
 */
public record Tensor(String name, TensorType type, List<Long> shape, long position, long bytes) {

  public Tensor {
    shape = List.copyOf(shape);
  }

  /** Number of entries. */
  public long entries() {
    return bytes / type.bytes();
  }

  /** The first dimension; 1 for a single number. */
  public long rows() {
    return shape.isEmpty() ? 1 : shape.get(0);
  }

  /** Entries of a row: the product of all dimensions but the first; 0 if there are no entries. */
  public long rowLength() {
    return rows() == 0 ? 0 : entries() / rows();
  }

  /**
   * Bytes of a tensor.
   *
   * @throws ArithmeticException if a dimension is negative or the product does not fit a long
   */
  static long bytes(TensorType type, List<Long> shape) {
    long bytes = type.bytes();
    for (long dimension : shape) {
      if (dimension < 0) {
        throw new ArithmeticException("the dimension " + dimension + " is negative");
      }
      bytes = Math.multiplyExact(bytes, dimension);
    }
    return bytes;
  }
}
