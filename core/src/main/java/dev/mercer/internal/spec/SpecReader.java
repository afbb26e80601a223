package dev.mercer.internal.spec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cursor over a text in the grammar of specs. {@link Spec} uses it, and so do grammars that
 * contain specs.
 *
 * <p>Whatever could make reading expensive is refused before reading starts: texts of more than
 * {@link #LONGEST} characters, and parentheses that do not match or are nested more than {@link
 * #DEEPEST} deep. After that, the depth of recursion is limited and every step moves forward, so
 * any text is read or refused in time linear in its length.
 */
public final class SpecReader {

  public static final int LONGEST = 10_000;
  public static final int DEEPEST = 64;

  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*+");
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9.]++(?:[eE][+-]?[0-9]++)?");

  private final String what;
  private final String text;
  private int position;

  /**
   * @param what what the text is called in messages, for instance {@code "kernel"}
   * @throws IllegalArgumentException if the text is too long, or its parentheses are nested too
   *     deep or do not match
   */
  public SpecReader(String what, String text) {
    this.what = what;
    this.text = text;
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          what + " text of " + text.length() + " characters; at most " + LONGEST + " are allowed");
    }
    checkParentheses();
  }

  private void checkParentheses() {
    int[] opened = new int[DEEPEST];
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '(') {
        if (depth == DEEPEST) {
          throw failure("parentheses nested deeper than " + DEEPEST, i);
        }
        opened[depth++] = i;
      } else if (text.charAt(i) == ')') {
        if (depth == 0) {
          throw failure("')' closes nothing", i);
        }
        depth--;
      }
    }
    if (depth > 0) {
      throw failure("'(' is not closed", opened[depth - 1]);
    }
  }

  /** The next character that is not white space, without moving past it; 0 at the end. */
  public char peek() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    return position < text.length() ? text.charAt(position) : 0;
  }

  /** Moves past {@code c} if it comes next; returns whether it did. */
  public boolean take(char c) {
    boolean next = peek() == c && position < text.length();
    if (next) {
      position++;
    }
    return next;
  }

  /** Moves past {@code c}; refuses any other character. */
  public void expect(char c) {
    if (!take(c)) {
      throw expected("'" + c + "'");
    }
  }

  /** Refuses anything but white space up to the end. */
  public void expectEnd() {
    peek();
    if (position < text.length()) {
      throw expected("the end");
    }
  }

  /** Reads a name: a letter, then letters, digits, {@code - _ .} */
  public String word(String meaning) {
    peek();
    Matcher matcher = WORD.matcher(text).region(position, text.length());
    if (!matcher.lookingAt()) {
      throw expected(meaning);
    }
    position = matcher.end();
    return matcher.group();
  }

  /** Reads a number in decimal notation. */
  public double number() {
    peek();
    Matcher matcher = NUMBER.matcher(text).region(position, text.length());
    if (!matcher.lookingAt()) {
      throw expected("a number");
    }
    double value;
    try {
      value = Numbers.parse(matcher.group());
    } catch (IllegalArgumentException e) {
      throw failure(e.getMessage(), position);
    }
    position = matcher.end();
    return value;
  }

  /** Reads {@code name} or {@code name(key=value,…)}. */
  public Spec spec() {
    String name = word("a name");
    Map<String, String> parameters = new LinkedHashMap<>();
    if (take('(') && !take(')')) {
      do {
        peek();
        int start = position;
        String key = word("a key");
        if (parameters.containsKey(key)) {
          throw failure("key " + Names.quote(key) + " is given twice", start);
        }
        expect('=');
        parameters.put(key, value());
      } while (take(','));
      expect(')');
    }
    return new Spec(name, parameters);
  }

  private String value() {
    peek();
    int start = position;
    position = endOfValue(start);
    if (position < text.length() && text.charAt(position) == '=') {
      throw expected("',' or ')'");
    }
    String value = text.substring(start, position).strip();
    if (value.isEmpty()) {
      throw expected("a value");
    }
    return value;
  }

  /** The position of the next {@code , ) =} outside the value's own parentheses. */
  private int endOfValue(int start) {
    int depth = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (depth == 0 && (c == ',' || c == ')' || c == '=')) {
        return i;
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    return text.length();
  }

  /** The exception for an unexpected character at this position. */
  public IllegalArgumentException expected(String meaning) {
    peek();
    String found =
        position < text.length()
            ? ", found " + Names.quote(text.substring(position, position + 1))
            : ", found the end";
    return failure("expected " + meaning + found, position);
  }

  private IllegalArgumentException failure(String problem, int at) {
    return new IllegalArgumentException(
        "cannot read "
            + what
            + " "
            + Names.quote(text)
            + ": "
            + problem
            + " at character "
            + (at + 1));
  }

  static boolean isWord(String text) {
    return WORD.matcher(text).matches();
  }

  /** Whether a spec with this value can be read back from its text. */
  static boolean isValue(String value) {
    SpecReader reader = new SpecReader("value", "(" + value + ")");
    boolean bare = !value.isEmpty() && value.equals(value.strip());
    return bare && reader.endOfValue(1) == value.length() + 1;
  }
}
