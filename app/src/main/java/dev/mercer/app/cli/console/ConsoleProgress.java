package dev.mercer.app.cli.console;

import dev.mercer.Progress;
import java.util.Locale;

/**
 * Progress on standard error: on a terminal a bar that is redrawn in place, otherwise one line per
 * stage when it is done.
 */
public final class ConsoleProgress implements Progress {

  private static final long REDRAW_NANOS = 100_000_000;
  private static final int BAR = 24;

  private final Console console;
  private String name = "";
  private long started;
  private long drawn;

  public ConsoleProgress(Console console) {
    this.console = console;
  }

  @Override
  public synchronized void stage(String stage, long bytes) {
    name = stage;
    started = System.nanoTime();
    drawn = 0;
    advance(0, "");
  }

  @Override
  public synchronized void advance(double share, String detail) {
    long now = System.nanoTime();
    if (!console.terminal() || now - drawn < REDRAW_NANOS && drawn != 0) {
      return;
    }
    drawn = now;
    StringBuilder line = new StringBuilder(name).append(' ');
    if (share >= 0) {
      int filled = (int) Math.round(Math.min(1, share) * BAR);
      line.append('[').append("#".repeat(filled)).append(".".repeat(BAR - filled)).append("] ");
      line.append(Math.round(100 * Math.min(1, share))).append("% ");
    }
    line.append(String.format(Locale.ROOT, "%.0f s ", (now - started) / 1e9)).append(detail);
    console.draw(line.toString());
  }

  @Override
  public synchronized void done() {
    console.line(
        String.format(Locale.ROOT, "%s: %.2f s", name, (System.nanoTime() - started) / 1e9));
  }
}
