package dev.mercer.app.machine;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An amount of memory as written on the command line: 4g, 512m, 2000000k or bytes. */
public record MemorySize(long bytes) {

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,6})?)\\s*([kmgt]?)(?:i?b)?");

  public static MemorySize parse(String text) {
    Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an amount of memory; write for instance 4g, 512m or 2000000k");
    }
    int power = "kmgt".indexOf(matcher.group(2)) + 1;
    double bytes =
        Double.parseDouble(matcher.group(1))
            * (matcher.group(2).isEmpty() ? 1 : Math.pow(1024, power));
    if (!(bytes >= 1 && bytes < Long.MAX_VALUE)) {
      throw new IllegalArgumentException("'" + text + "' is not a possible amount of memory");
    }
    return new MemorySize((long) bytes);
  }
}
