package dev.mercer.app.datasets;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A stream that fails when nothing comes for too long: the client of the platform waits for the
 * answer with a limit, but for its body without one. A timer closes the stream below, which ends
 * the read that waits on it.
 */
final class StallGuard extends FilterInputStream {

  private final Duration patience;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "mercer-fetch-timer");
            thread.setDaemon(true);
            return thread;
          });

  private volatile long heard = System.nanoTime();
  private volatile boolean stalled;

  StallGuard(InputStream in, Duration patience) {
    super(in);
    this.patience = patience;
    long check = Math.max(1, patience.toMillis() / 4);
    timer.scheduleAtFixedRate(this::endIfStalled, check, check, TimeUnit.MILLISECONDS);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int from, int count) throws IOException {
    // Time spent elsewhere, say writing to a slow disk, is not the server's.
    heard = System.nanoTime();
    int got;
    try {
      got = in.read(buffer, from, count);
    } catch (IOException e) {
      throw stalled ? silence(e) : e;
    }
    if (got < 0 && stalled) {
      throw silence(null);
    }
    return got;
  }

  private IOException silence(IOException cause) {
    return new IOException("nothing came for " + Math.max(1, patience.toSeconds()) + " s", cause);
  }

  private void endIfStalled() {
    if (System.nanoTime() - heard > patience.toNanos()) {
      stalled = true;
      timer.shutdown();
      try {
        in.close();
      } catch (IOException e) {
        // The read that waits on it tells of the silence; there is nobody else to tell.
        timer.shutdownNow();
      }
    }
  }

  @Override
  public void close() throws IOException {
    timer.shutdownNow();
    super.close();
  }
}
