package dev.mercer.app.datasets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** A server on this machine that behaves as badly as a test wants; one connection at a time. */
public final class LocalServer implements AutoCloseable {

  /**
   * A request.
   *
   * @param from first byte asked for; 0 without a Range header
   */
  public record Request(String path, long from) {}

  /** An answer: header lines, then bytes as they are; the connection is closed after them. */
  public record Answer(String head, byte[] body, boolean thenHang) {

    /** The whole file. */
    public static Answer whole(byte[] file) {
      return new Answer("200 OK\r\nContent-Length: " + file.length, file, false);
    }

    /** The file from the byte asked for. */
    public static Answer ranged(byte[] file, long from) {
      if (from == 0) {
        return whole(file);
      }
      if (from >= file.length) {
        return new Answer(
            "416 Range Not Satisfiable\r\nContent-Length: 0\r\nContent-Range: bytes */"
                + file.length,
            new byte[0],
            false);
      }
      byte[] rest = Arrays.copyOfRange(file, (int) from, file.length);
      return new Answer(
          "206 Partial Content\r\nContent-Length: "
              + rest.length
              + "\r\nContent-Range: bytes "
              + from
              + "-"
              + (file.length - 1)
              + "/"
              + file.length,
          rest,
          false);
    }

    /** Bytes without a length, until the connection ends. */
    public static Answer unannounced(byte[] file) {
      return new Answer("200 OK", file, false);
    }

    public static Answer status(String line) {
      return new Answer(line + "\r\nContent-Length: 0", new byte[0], false);
    }

    public static Answer redirect(String to) {
      return status("302 Found\r\nLocation: " + to);
    }

    /** The same announcement, but the connection ends early. */
    public Answer cutAfter(int bytes) {
      return new Answer(head, Arrays.copyOf(body, bytes), false);
    }

    /** The same announcement, but after some bytes nothing more comes. */
    public Answer hangAfter(int bytes) {
      return new Answer(head, Arrays.copyOf(body, bytes), true);
    }
  }

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Function<Request, Answer> answers;
  private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::serve, "local-server");

  public LocalServer(Function<Request, Answer> answers) throws IOException {
    this.answers = answers;
    thread.setDaemon(true);
    thread.start();
  }

  public URI base() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
  }

  public URI at(String name) {
    return base().resolve(name);
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        answer(client);
      } catch (IOException e) {
        // The client went away, or the test is over: the next one is waited for, or the loop ends.
        continue;
      }
    }
  }

  private void answer(Socket client) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
    String first = in.readLine();
    long from = 0;
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      if (line.toLowerCase().startsWith("range: bytes=")) {
        from = Long.parseLong(line.substring(13).replace("-", ""));
      }
    }
    if (first == null) {
      return;
    }
    Request request = new Request(first.split(" ")[1], from);
    requests.add(request);
    Answer answer = answers.apply(request);
    OutputStream out = client.getOutputStream();
    out.write(
        ("HTTP/1.1 " + answer.head() + "\r\nConnection: close\r\n\r\n")
            .getBytes(StandardCharsets.ISO_8859_1));
    out.write(answer.body());
    out.flush();
    if (answer.thenHang()) {
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Nobody answers any more once this is over: the thread may have been about to accept. */
  @Override
  public void close() throws IOException {
    closed.countDown();
    socket.close();
    try {
      thread.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
