package dev.mercer.app.datasets;

import dev.mercer.FitReport;
import dev.mercer.internal.store.Reason;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks a server for a file from a given byte on.
 *
 * <ol>
 *   <li>a GET with a Range header, but without one for byte 0
 *   <li>redirects are followed, at most {@value #MOST_REDIRECTS}, only to http and https and never
 *       from https to http
 *   <li>206 continues at the requested byte; 200 is the whole file, from a server without ranges;
 *       416 means that nothing is left, or that our part is longer than the file: then the whole
 *       file is requested
 * </ol>
 *
 * Fails, with the address, on any other answer, and if there is no connection or no answer in time.
 * The blocking client of Java is used because it returns every byte that arrived before a
 * connection broke. The newer client drops the bytes in its queue at that moment, so a later run
 * has less to continue from.
 */
final class RangeRequest {

  private static final int MOST_REDIRECTS = 5;
  private static final int CONNECT_MILLIS = 20_000;
  private static final Pattern RANGE =
      Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");
  private static final Pattern NO_RANGE = Pattern.compile("bytes \\*/(\\d{1,18})");

  /**
   * The content that the server sends; closing it ends the connection.
   *
   * @param start the position of its first byte in the file
   * @param length the length of the whole file; -1 if the server does not say
   */
  record Body(long start, long length, InputStream bytes) {}

  private final int patienceMillis;

  /** A server that sends nothing for {@code patience} is given up. */
  RangeRequest(Duration patience) {
    this.patienceMillis = Math.toIntExact(patience.toMillis());
  }

  /** Opens the file at byte {@code from} or, if the server cannot do that, at byte 0. */
  Body open(URI address, long from) throws FetchException {
    URI at = address;
    for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      HttpURLConnection answer = connect(at, from);
      int status = status(answer, at);
      if (status == 200) {
        return new Body(0, answer.getContentLengthLong(), bytes(answer, at));
      }
      if (status == 206 && from > 0) {
        return partOf(answer, from, at);
      }
      answer.disconnect();
      if (status == 416 && from > 0) {
        Matcher all = NO_RANGE.matcher(header(answer, "Content-Range"));
        if (all.matches() && Long.parseLong(all.group(1)) == from) {
          return new Body(from, from, InputStream.nullInputStream());
        }
        return open(address, 0);
      }
      if (status < 300 || status >= 400 || status == 304) {
        throw new FetchException(at + " answers " + status + words(status));
      }
      at = redirected(at, header(answer, "Location"));
    }
    throw new FetchException(address + " redirects more than " + MOST_REDIRECTS + " times");
  }

  private HttpURLConnection connect(URI address, long from) throws FetchException {
    try {
      HttpURLConnection request = (HttpURLConnection) address.toURL().openConnection();
      request.setInstanceFollowRedirects(false);
      request.setConnectTimeout(CONNECT_MILLIS);
      request.setReadTimeout(patienceMillis);
      request.setUseCaches(false);
      request.setRequestProperty("User-Agent", "mercer/" + FitReport.VERSION);
      // The checksum is that of the stored bytes, so they must not be compressed on the way.
      request.setRequestProperty("Accept-Encoding", "identity");
      // Closing the body early must not wait until all of it is received.
      request.setRequestProperty("Connection", "close");
      if (from > 0) {
        request.setRequestProperty("Range", "bytes=" + from + "-");
      }
      request.connect();
      return request;
    } catch (SocketTimeoutException e) {
      throw new FetchException(
          address + ": no connection within " + CONNECT_MILLIS / 1000 + " s", e);
    } catch (ConnectException | UnknownHostException e) {
      throw new FetchException(
          address + ": no connection to " + address.getHost() + "; check the network", e);
    } catch (IOException e) {
      throw new FetchException(address + ": " + Reason.of(e), e);
    }
  }

  private int status(HttpURLConnection answer, URI address) throws FetchException {
    int status;
    try {
      status = answer.getResponseCode();
    } catch (SocketTimeoutException e) {
      throw new FetchException(
          address + ": no answer within " + Math.max(1, patienceMillis / 1000) + " s", e);
    } catch (IOException e) {
      throw new FetchException(address + ": " + Reason.of(e), e);
    }
    if (status < 0) {
      answer.disconnect();
      throw new FetchException(address + " does not answer as a web server does");
    }
    return status;
  }

  private InputStream bytes(HttpURLConnection answer, URI address) throws FetchException {
    InputStream body;
    try {
      body = answer.getInputStream();
    } catch (IOException e) {
      throw new FetchException(address + ": " + Reason.of(e), e);
    }
    return new FilterInputStream(body) {
      @Override
      public int read(byte[] buffer, int at, int count) throws IOException {
        try {
          return in.read(buffer, at, count);
        } catch (SocketTimeoutException e) {
          throw new IOException("nothing came for " + Math.max(1, patienceMillis / 1000) + " s", e);
        }
      }

      @Override
      public void close() {
        answer.disconnect();
      }
    };
  }

  private Body partOf(HttpURLConnection answer, long from, URI address) throws FetchException {
    Matcher range = RANGE.matcher(header(answer, "Content-Range"));
    if (!range.matches() || Long.parseLong(range.group(1)) != from) {
      answer.disconnect();
      throw new FetchException(
          address + " was asked for bytes from " + from + " on and sends others");
    }
    long length = range.group(2).equals("*") ? -1 : Long.parseLong(range.group(2));
    return new Body(from, length, bytes(answer, address));
  }

  private static URI redirected(URI from, String location) throws FetchException {
    URI to;
    try {
      to = from.resolve(location);
    } catch (IllegalArgumentException e) {
      throw new FetchException(from + " redirects to an address that is none", e);
    }
    if (location.isEmpty() || !web(to)) {
      throw new FetchException(from + " redirects to " + to + "; only http and https are followed");
    }
    if (from.getScheme().equalsIgnoreCase("https") && to.getScheme().equalsIgnoreCase("http")) {
      throw new FetchException(from + " redirects to " + to + ", which is not secured; refused");
    }
    return to;
  }

  /** Whether files can be fetched from this kind of address. */
  static boolean web(URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    return (scheme.equals("http") || scheme.equals("https")) && address.getHost() != null;
  }

  private static String header(HttpURLConnection answer, String name) {
    String value = answer.getHeaderField(name);
    return value == null ? "" : value.strip();
  }

  private static String words(int status) {
    if (status == 404 || status == 410) {
      return ": the file is not there any more";
    }
    return status == 401 || status == 403 ? ": it may not be read" : "";
  }
}
