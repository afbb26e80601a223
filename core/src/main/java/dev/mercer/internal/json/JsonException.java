package dev.mercer.internal.json;

/** Text that is not the JSON asked for; says where. */
public final class JsonException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int position;

  JsonException(int position, String what) {
    super("JSON, position " + position + ": " + what);
    this.position = position;
  }

  /** Index of the first character that is wrong, from 0. */
  public int position() {
    return position;
  }
}
