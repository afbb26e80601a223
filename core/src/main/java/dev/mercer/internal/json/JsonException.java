package dev.mercer.internal.json;

/** Thrown for text that is not the JSON that was expected; the message says where. */
public final class JsonException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int position;

  JsonException(int position, String what) {
    super("JSON, position " + position + ": " + what);
    this.position = position;
  }

  /** The index of the first wrong character, from 0. */
  public int position() {
    return position;
  }
}
