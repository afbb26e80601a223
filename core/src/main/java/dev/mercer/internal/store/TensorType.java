package dev.mercer.internal.store;

/** The number types of the safetensors format that are supported; all are little-endian. */
public enum TensorType {
  /** 64-bit floating point: double. */
  F64(8),
  /** 32-bit floating point: float. */
  F32(4),
  /** 64-bit signed integer: long. */
  I64(8),
  /** 32-bit signed integer: int. */
  I32(4),
  /** 8-bit unsigned integer: byte. */
  U8(1);

  private final int bytes;

  TensorType(int bytes) {
    this.bytes = bytes;
  }

  /** The number of bytes per entry. */
  public int bytes() {
    return bytes;
  }

  public boolean isInteger() {
    return this == I64 || this == I32 || this == U8;
  }
}
