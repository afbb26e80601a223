package dev.mercer.app.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a page shows what was printed. The rules, all of them:
 *
 * <ol>
 *   <li>White space between words, and blank lines at the end, do not matter.
 *   <li>Numbers before a unit of time, memory or speed are the machine's, as are those after the
 *       word threads and in fields of a report named seconds, bytes or threads: any will do.
 *   <li>Other numbers are the same if they agree to a millionth, or are both below 1e-8: what is
 *       left after that is rounding, which differs between processors.
 *   <li>A line with nothing but … stands for any number of lines; an output has at most one. At the
 *       end of a line … stands for the rest of the line.
 * </ol>
 */
final class SameText {

  static final String LEFT_OUT = "…";

  private static final Pattern NUMBER =
      Pattern.compile("[-+]?\\d+(?:,\\d{3})*(?:\\.\\d+)?(?:[eE][-+]?\\d+)?");
  private static final Pattern UNIT_AFTER =
      Pattern.compile("^ ?(?:s|ms|min|ns|KiB|MiB|GiB|TiB|GB/s|GFLOPS|rows/s)(?![\\w/])");
  private static final Pattern FIELD_BEFORE =
      Pattern.compile("(?:threads +|\"(?:\\w*[sS]econds|bytes|peakBytesPlanned|threads)\": )$");
  private static final double RELATIVE = 1e-6;
  private static final double ROUNDING = 1e-8;

  private SameText() {}

  static boolean same(List<String> shown, List<String> printed) {
    List<String> page = stripped(shown);
    List<String> program = stripped(printed);
    int gap = gap(page);
    if (gap < 0) {
      return page.size() == program.size() && sameLines(page, program);
    }
    int after = page.size() - gap - 1;
    return gap + after <= program.size()
        && sameLines(page.subList(0, gap), program.subList(0, gap))
        && sameLines(
            page.subList(gap + 1, page.size()),
            program.subList(program.size() - after, program.size()));
  }

  /**
   * What the page has to show: the same lines where they are right; else what was printed, with as
   * many lines before and after a gap as the page had.
   */
  static List<String> refreshed(List<String> shown, List<String> printed) {
    if (same(shown, printed)) {
      return shown;
    }
    List<String> page = stripped(shown);
    List<String> program = stripped(printed);
    int gap = gap(page);
    int after = page.size() - gap - 1;
    if (gap < 0 || gap + after >= program.size()) {
      return program;
    }
    List<String> lines = new ArrayList<>(program.subList(0, gap));
    lines.add(LEFT_OUT);
    lines.addAll(program.subList(program.size() - after, program.size()));
    return lines;
  }

  private static int gap(List<String> page) {
    int gap = page.indexOf(LEFT_OUT);
    if (gap != page.lastIndexOf(LEFT_OUT)) {
      throw new IllegalStateException("an output has more than one line " + LEFT_OUT);
    }
    return gap;
  }

  private static List<String> stripped(List<String> lines) {
    List<String> result = new ArrayList<>(lines.stream().map(String::stripTrailing).toList());
    while (!result.isEmpty() && result.get(result.size() - 1).isEmpty()) {
      result.remove(result.size() - 1);
    }
    return result;
  }

  private static boolean sameLines(List<String> page, List<String> program) {
    for (int i = 0; i < page.size(); i++) {
      if (!sameLine(page.get(i), program.get(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean sameLine(String page, String program) {
    String one = page.strip().replaceAll("\\s+", " ");
    boolean open = one.endsWith(LEFT_OUT) && !program.strip().endsWith(LEFT_OUT);
    if (open) {
      one = one.substring(0, one.length() - LEFT_OUT.length());
    }
    String other = program.strip().replaceAll("\\s+", " ");
    Matcher shown = NUMBER.matcher(one);
    Matcher printed = NUMBER.matcher(other);
    int at = 0;
    int otherAt = 0;
    while (shown.find()) {
      if (!printed.find()
          || !one.substring(at, shown.start()).equals(other.substring(otherAt, printed.start()))) {
        return false;
      }
      at = shown.end();
      otherAt = printed.end();
      boolean machine =
          UNIT_AFTER.matcher(one.substring(at)).find()
              && UNIT_AFTER.matcher(other.substring(otherAt)).find();
      machine |= FIELD_BEFORE.matcher(one.substring(0, shown.start())).find();
      if (!machine && !sameNumber(shown.group(), printed.group())) {
        return false;
      }
      if (machine) {
        // A small time may be in other units than a large one.
        Matcher unit = UNIT_AFTER.matcher(one.substring(at));
        Matcher otherUnit = UNIT_AFTER.matcher(other.substring(otherAt));
        at += unit.find() ? unit.end() : 0;
        otherAt += otherUnit.find() ? otherUnit.end() : 0;
      }
    }
    return open
        ? other.substring(otherAt).startsWith(one.substring(at))
        : !printed.find() && one.substring(at).equals(other.substring(otherAt));
  }

  private static boolean sameNumber(String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    double a = Double.parseDouble(one.replace(",", ""));
    double b = Double.parseDouble(other.replace(",", ""));
    double size = Math.max(Math.abs(a), Math.abs(b));
    return size < ROUNDING || Math.abs(a - b) <= RELATIVE * size;
  }
}
