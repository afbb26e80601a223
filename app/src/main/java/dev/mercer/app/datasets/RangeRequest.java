package dev.mercer.app.datasets;

import dev.mercer.FitReport;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks a server for a file from some byte on.
 *
 * <ol>
 *   <li>a GET with a Range header, none from byte 0
 *   <li>redirects are followed, at most {@value #MOST_REDIRECTS}, to http and https only and never
 *       from https to http
 *   <li>206 continues where asked; 200 is the whole file, from a server without ranges; 416 says
 *       that nothing is left, or that what we hold is longer than the file: then it is asked for
 *       whole
 * </ol>
 *
 * Fails, with the address, on anything else, and where no connection or no answer comes in time.
 */
final class RangeRequest {

  private static final int MOST_REDIRECTS = 5;
  private static final Duration CONNECT = Duration.ofSeconds(20);
  private static final Pattern RANGE =
      Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");
  private static final Pattern NO_RANGE = Pattern.compile("bytes \\*/(\\d{1,18})");

  /**
   * What the server sends.
   *
   * @param start place of the first byte in the file
   * @param length of the whole file; -1 if the server does not say
   */
  record Body(long start, long length, InputStream bytes) {}

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();

  private final Duration answerWithin;

  RangeRequest(Duration answerWithin) {
    this.answerWithin = answerWithin;
  }

  /** Opens the file at byte {@code from}, or, if the server will not, at byte 0. */
  Body open(URI address, long from) throws FetchException {
    URI at = address;
    for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      HttpResponse<InputStream> answer = send(at, from);
      int status = answer.statusCode();
      if (status == 200) {
        return new Body(
            0, answer.headers().firstValueAsLong("Content-Length").orElse(-1), answer.body());
      }
      if (status == 206 && from > 0) {
        return partOf(answer, from, at);
      }
      close(answer);
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

  private HttpResponse<InputStream> send(URI address, long from) throws FetchException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(answerWithin)
            .header("User-Agent", "mercer/" + FitReport.VERSION)
            // The bytes as they are stored are what the checksum is of.
            .header("Accept-Encoding", "identity");
    if (from > 0) {
      request.header("Range", "bytes=" + from + "-");
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    } catch (HttpConnectTimeoutException e) {
      throw new FetchException(address + ": no connection within " + CONNECT.toSeconds() + " s", e);
    } catch (HttpTimeoutException e) {
      throw new FetchException(
          address + ": no answer within " + Math.max(1, answerWithin.toSeconds()) + " s", e);
    } catch (ConnectException e) {
      throw new FetchException(
          address + ": no connection to " + address.getHost() + "; check the network", e);
    } catch (IOException e) {
      throw new FetchException(address + ": " + reason(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }

  private static Body partOf(HttpResponse<InputStream> answer, long from, URI address)
      throws FetchException {
    Matcher range = RANGE.matcher(header(answer, "Content-Range"));
    if (!range.matches() || Long.parseLong(range.group(1)) != from) {
      close(answer);
      throw new FetchException(
          address + " was asked for bytes from " + from + " on and sends others");
    }
    long length = range.group(2).equals("*") ? -1 : Long.parseLong(range.group(2));
    return new Body(from, length, answer.body());
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

  /** Whether this is an address files can be fetched from. */
  static boolean web(URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    return (scheme.equals("http") || scheme.equals("https")) && address.getHost() != null;
  }

  private static String header(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("").strip();
  }

  private static void close(HttpResponse<InputStream> answer) throws FetchException {
    try {
      answer.body().close();
    } catch (IOException e) {
      throw new FetchException(answer.uri() + ": " + reason(e), e);
    }
  }

  private static String words(int status) {
    if (status == 404 || status == 410) {
      return ": the file is not there any more";
    }
    return status == 401 || status == 403 ? ": it may not be read" : "";
  }

  static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
