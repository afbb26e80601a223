package dev.mercer.app.docs;

import dev.mercer.app.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs everything on a page in the current folder, which is empty at first, and compares what is
 * printed with what the page shows ({@link SameText}).
 *
 * <ul>
 *   <li>{@code console} blocks hold commands and what they print on both streams, but for progress.
 *       {@code ./mercer} runs in this process; anything else is given to a shell.
 *   <li>{@code java} blocks are compiled and run in this process ({@link JavaBlocks}); a {@code
 *       text} block right after one is what it prints.
 *   <li>A block whose first line is a comment with a file's name is written to that file.
 *   <li>Pictures are compared with the files that the commands made ({@link Pictures}).
 * </ul>
 *
 * A folder {@code data} with the data sets of others may be missing, or some of its files: then the
 * page is left at the first command that needs one, and the run says so. {@code ./mercer datasets
 * fetch} is not run, since it would download.
 */
final class PageRun {

  private static final Set<String> LANGUAGES =
      Set.of("console", "java", "python", "text", "json", "xml");
  private static final Pattern PROGRESS = Pattern.compile("[a-z][\\w -]*: \\d+\\.\\d\\d s");
  private static final Pattern DATA_FILE = Pattern.compile("(?<![\\w./-])data/[\\w./-]+");
  private static final String PROGRAM = "./mercer";
  private static final String PYTHON = "python3 ";

  /** Said where Python is missing, which no machine needs to have. */
  static final String NO_PYTHON = "no python3 with numpy";

  /** What the page needs and is not there. */
  private static final class Missing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Missing(String message) {
      super(message);
    }
  }

  private record Change(int first, int end, List<String> lines) {}

  private final Page page;
  private final JavaBlocks java = new JavaBlocks();
  private final List<String> differences = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private String missing;

  private PageRun(Page page) {
    this.page = page;
  }

  /** Runs a page in the current folder. */
  static PageRun of(Page page) throws Exception {
    PageRun run = new PageRun(page);
    try {
      List<Page.Block> blocks = page.blocks();
      for (int i = 0; i < blocks.size(); i++) {
        Page.Block block = blocks.get(i);
        boolean answered =
            i + 1 < blocks.size()
                && blocks.get(i + 1).language().equals("text")
                && page.adjacent(block, blocks.get(i + 1));
        run.block(block, answered ? blocks.get(i + 1) : null);
      }
      run.comparePictures();
    } catch (Missing e) {
      run.missing = e.getMessage();
    }
    return run;
  }

  /** Where the page is wrong; empty where it is right, as far as it was run. */
  List<String> differences() {
    return differences;
  }

  /** What the page needed and was not there; null if all was there. */
  String missing() {
    return missing;
  }

  /** Writes what was printed onto the page, and the pictures that were made beside it. */
  void write() throws IOException {
    List<String> lines = new ArrayList<>(page.lines());
    for (int i = changes.size() - 1; i >= 0; i--) {
      Change change = changes.get(i);
      List<String> old = lines.subList(change.first(), change.end());
      old.clear();
      old.addAll(change.lines());
    }
    if (!lines.equals(page.lines())) {
      Files.write(page.file(), lines);
    }
    if (missing == null) {
      for (Path picture : page.pictures()) {
        Path made = made(picture);
        if (Files.exists(made) && !Pictures.same(picture, made)) {
          Files.createDirectories(picture.getParent());
          Files.write(picture, Files.readAllBytes(made));
        }
      }
    }
  }

  private void block(Page.Block block, Page.Block answer) throws Exception {
    if (!LANGUAGES.contains(block.language())) {
      differ(block.first(), "a block is one of " + LANGUAGES + ", not '" + block.language() + "'");
    }
    if (block.savedAs() != null) {
      Files.write(Path.of(block.savedAs()), block.content());
    } else if (block.language().equals("console")) {
      for (Step step : Step.of(block)) {
        step(step);
      }
    } else if (block.language().equals("java")) {
      java(block, answer);
    } else if (block.language().equals("python")) {
      differ(block.first(), "begin the block with '# NAME.py', and run it in a console block");
    } else if (block.content().stream().anyMatch(line -> line.startsWith(PROGRAM))) {
      differ(block.first(), "commands belong in a console block, behind '$ '");
    }
  }

  private void step(Step step) throws Exception {
    Matcher file = DATA_FILE.matcher(step.command());
    while (file.find()) {
      if (!Files.exists(Path.of(file.group()))) {
        throw new Missing("no " + file.group() + "; set MERCER_DATA");
      }
    }
    if (step.command().startsWith(PYTHON) && shell(PYTHON + "-c 'import numpy'").exit() != 0) {
      throw new Missing(NO_PYTHON);
    }
    Program ran;
    if (step.command().startsWith(PROGRAM + " ")) {
      List<String> words = ShellWords.of(step.command());
      if (words.size() > 2 && words.subList(1, 3).equals(List.of("datasets", "fetch"))) {
        return;
      }
      ran = Program.run(words.subList(1, words.size()).toArray());
    } else {
      ran = shell(step.command());
    }
    List<String> printed = new ArrayList<>(lines(ran.out()));
    lines(ran.err()).stream()
        .filter(line -> !PROGRESS.matcher(line).matches())
        .forEach(printed::add);
    if (ran.exit() != step.exit()) {
      differ(step.first() - 1, "exit code " + ran.exit() + ", not " + step.exit());
    }
    compare(step.first(), step.end(), printed);
  }

  private void java(Page.Block block, Page.Block answer) throws Exception {
    List<String> printed = lines(java.run(block));
    if (answer != null) {
      compare(answer.first(), answer.end(), printed);
    } else if (!printed.isEmpty()) {
      differ(block.end(), "nothing shows what this prints: " + printed);
    }
  }

  private void compare(int first, int end, List<String> printed) {
    List<String> shown = page.lines().subList(first, end);
    if (!SameText.same(shown, printed)) {
      differ(
          first,
          "the page shows\n  "
              + String.join("\n  ", shown)
              + "\nand what was printed is\n  "
              + String.join("\n  ", printed));
      changes.add(new Change(first, end, SameText.refreshed(shown, printed)));
    }
  }

  private void comparePictures() throws IOException {
    for (Path picture : page.pictures()) {
      Path made = made(picture);
      if (!Files.exists(made)) {
        differ(0, "no command made " + made + ", which would be the picture " + picture);
      } else if (!Pictures.same(picture, made)) {
        differ(0, "the picture " + picture.getFileName() + " is not the one that was made");
      }
    }
  }

  private Path made(Path picture) {
    return Path.of(picture.getFileName().toString().substring(page.stem().length() + 1));
  }

  private void differ(int line, String what) {
    differences.add(page.file().getFileName() + ":" + (line + 1) + ": " + what);
  }

  private static Program shell(String command) throws IOException, InterruptedException {
    if (command.contains(PROGRAM)) {
      throw new IllegalStateException("run " + PROGRAM + " without a pipe: " + command);
    }
    Process process = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    try (InputStream out = process.getInputStream()) {
      String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      return new Program(process.waitFor(), text, "");
    }
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }
}
