package dev.mercer.app.docs;

import java.util.ArrayList;
import java.util.List;

/**
 * A command of a console block and the output shown below it.
 *
 * @param command without the dollar sign; of several lines where they end with a backslash
 * @param first number of the first line of output on the page, from 0
 * @param end one after the number of the last
 * @param exit the exit code that the block says the command has
 */
record Step(String command, int first, int end, int exit) {

  private static final String PROMPT = "$ ";

  /** The commands of a console block. */
  static List<Step> of(Page.Block block) {
    List<String> content = block.content();
    List<Step> steps = new ArrayList<>();
    int i = 0;
    while (i < content.size()) {
      if (!content.get(i).startsWith(PROMPT)) {
        throw new IllegalStateException(
            "line " + (block.first() + i + 1) + ": a console block begins with '$ COMMAND'");
      }
      StringBuilder command = new StringBuilder(content.get(i++).substring(PROMPT.length()));
      while (command.toString().endsWith("\\") && i < content.size()) {
        command.append('\n').append(content.get(i++));
      }
      int first = i;
      while (i < content.size() && !content.get(i).startsWith(PROMPT)) {
        i++;
      }
      steps.add(
          new Step(command.toString(), block.first() + first, block.first() + i, block.exit()));
    }
    return steps;
  }
}
