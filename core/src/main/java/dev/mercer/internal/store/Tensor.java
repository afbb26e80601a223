package dev.mercer.internal.store;

import java.util.List;

/**
 * The type, shape and position of a tensor in a file.
 *
 * @param name its name
 * @param type type of its entries
 * @param shape its dimensions, the slowest-varying first; empty for a single number
 * @param position position of its first byte, from the start of the file
 * @param bytes number of its bytes
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

  /**
   * The number of entries in a row: the product of all dimensions but the first; 0 if there are no
   * entries.
   */
  public long rowLength() {
    return rows() == 0 ? 0 : entries() / rows();
  }

  /**
   * The number of bytes of a tensor.
   *
   * @throws ArithmeticException if a dimension is negative or the product does not fit into a long
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
