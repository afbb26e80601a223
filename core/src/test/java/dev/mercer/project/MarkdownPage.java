package dev.mercer.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What others refer to in a page of Markdown, and what it refers to itself: headings with their
 * anchors, and links. What stands in code is text and neither.
 *
 * @param headings in order, without marks of code and emphasis
 * @param anchors of the headings, as the usual viewers make them of their text
 * @param links the targets of links and pictures, relative ones as they are written
 */
record MarkdownPage(List<String> headings, List<String> anchors, List<String> links) {

  private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,}).*");
  private static final Pattern HEADING = Pattern.compile(" {0,3}#{1,6} +(.+?)(?: +#+)? *");
  private static final Pattern CODE = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)");
  private static final Pattern TEXT_OF_LINK = Pattern.compile("!?\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern LINK =
      Pattern.compile(
          "]\\(\\s*<?([^)\\s>]+)>?|^ {0,3}\\[[^]]+]: *(\\S+)|(?:href|src)=\"([^\"]+)\"");

  static MarkdownPage of(Path file) throws IOException {
    List<String> headings = new ArrayList<>();
    List<String> anchors = new ArrayList<>();
    List<String> links = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (String line : withoutCode(Files.readAllLines(file))) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String text = TEXT_OF_LINK.matcher(heading.group(1)).replaceAll("$1");
        String anchor = anchor(text);
        int before = seen.merge(anchor, 1, Integer::sum) - 1;
        headings.add(text.replaceAll("[`*]", ""));
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
      Matcher link = LINK.matcher(CODE.matcher(line).replaceAll(""));
      while (link.find()) {
        String plain = link.group(1) == null ? link.group(2) : link.group(1);
        links.add(plain == null ? link.group(3) : plain);
      }
    }
    return new MarkdownPage(headings, anchors, links);
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private static List<String> withoutCode(List<String> lines) {
    List<String> kept = new ArrayList<>();
    String open = null;
    for (String line : lines) {
      Matcher fence = FENCE.matcher(line);
      if (!fence.matches()) {
        if (open == null) {
          kept.add(line);
        }
      } else if (open == null) {
        open = fence.group(1);
      } else if (line.strip().startsWith(open)) {
        open = null;
      }
    }
    return kept;
  }
}
