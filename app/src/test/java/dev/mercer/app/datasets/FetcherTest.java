package dev.mercer.app.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.Progress;
import dev.mercer.app.data.DataException;
import dev.mercer.app.datasets.LocalServer.Answer;
import dev.mercer.app.datasets.LocalServer.Request;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files kept as published, from servers that are good and bad. */
class FetcherTest {

  /** Longer than the buffers on the way, so that a cut really falls inside. */
  private static final int LENGTH = 300_000;

  private static final int CUT = 120_000;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final byte[] bytes = new byte[LENGTH];
  private final Path target;
  private final Path part;

  FetcherTest(@TempDir Path folder) {
    new Random(7).nextBytes(bytes);
    target = folder.resolve("sub/file.bin");
    part = folder.resolve("sub/file.bin.part");
  }

  private DataFile file(URI... addresses) {
    var digest = Checksums.sha256();
    digest.update(bytes);
    return new DataFile(
        "sub/file.bin",
        1,
        LENGTH,
        Checksums.hex(digest),
        null,
        new Source.AsIs(List.of(addresses)));
  }

  private boolean fetch(URI... addresses) {
    return new Fetcher(Progress.NONE).fetch(file(addresses), target.getParent().getParent(), null);
  }

  private void leave(byte[] content) throws IOException {
    Files.createDirectories(part.getParent());
    Files.write(part, content);
  }

  private String failure(Function<Request, Answer> answers) throws IOException {
    try (LocalServer server = new LocalServer(answers)) {
      List<String> message = new ArrayList<>();
      assertThatThrownBy(() -> fetch(server.at("file.bin")))
          .isInstanceOf(DataException.class)
          .satisfies(e -> message.add(e.getMessage()));
      assertThat(target).doesNotExist();
      assertThat(message.get(0)).doesNotContain("\n").contains("sub/file.bin");
      return message.get(0);
    }
  }

  private void assertFetched() throws IOException {
    assertThat(target).hasBinaryContent(bytes);
    try (Stream<Path> all = Files.list(target.getParent())) {
      assertThat(all).containsExactly(target);
    }
  }

  @Test
  void aGoodServerIsAskedOnce() throws IOException {
    try (LocalServer server = new LocalServer(r -> Answer.ranged(bytes, r.from()))) {
      List<Double> shares = new ArrayList<>();
      Progress heard =
          new Progress() {
            @Override
            public void advance(double share, String detail) {
              shares.add(share);
            }
          };
      Fetcher fetcher = new Fetcher(heard);
      DataFile file = file(server.at("x/file.bin"));
      assertThat(fetcher.fetch(file, target.getParent().getParent(), null)).isTrue();
      assertFetched();
      assertThat(shares).isSorted().endsWith(1.0);
      assertThat(fetcher.fetch(file, target.getParent().getParent(), null)).isFalse();
      assertThat(server.requests()).containsExactly(new Request("/x/file.bin", 0));
    }
  }

  @Test
  void aCutConnectionIsContinued() throws IOException {
    String message = failure(r -> Answer.whole(bytes).cutAfter(CUT));
    assertThat(message)
        .contains("cut off after " + CUT + " of " + LENGTH + " bytes", part.toString());
    assertThat(part).hasBinaryContent(Arrays.copyOf(bytes, CUT));
    try (LocalServer server = new LocalServer(r -> Answer.ranged(bytes, r.from()))) {
      assertThat(fetch(server.at("file.bin"))).isTrue();
      assertThat(server.requests()).containsExactly(new Request("/file.bin", CUT));
    }
    assertFetched();
  }

  @Test
  void anEndWithoutALengthIsACutToo() throws IOException {
    assertThat(failure(r -> Answer.unannounced(bytes).cutAfter(CUT)))
        .contains("cut off after " + CUT + " of " + LENGTH);
    assertThat(part).hasSize(CUT);
  }

  @Test
  void aServerWithoutRangesStartsAgain() throws IOException {
    leave(Arrays.copyOf(bytes, CUT));
    try (LocalServer server = new LocalServer(r -> Answer.whole(bytes))) {
      assertThat(fetch(server.at("file.bin"))).isTrue();
      assertThat(server.requests()).containsExactly(new Request("/file.bin", CUT));
    }
    assertFetched();
  }

  @Test
  void aCompletePartIsNotFetchedAgain() throws IOException {
    leave(bytes);
    try (LocalServer server = new LocalServer(r -> Answer.status("500 Broken"))) {
      assertThat(fetch(server.at("file.bin"))).isTrue();
      assertThat(server.requests()).isEmpty();
    }
    assertFetched();
  }

  @ParameterizedTest
  @ValueSource(ints = {CUT, LENGTH, LENGTH + 1})
  void aSpoiledPartIsFetchedAnew(int length) throws IOException {
    leave(new byte[length]);
    try (LocalServer server = new LocalServer(r -> Answer.ranged(bytes, r.from()))) {
      assertThat(fetch(server.at("file.bin"))).isTrue();
    }
    assertFetched();
  }

  @Test
  void aWrongRangeIsRefused() throws IOException {
    leave(Arrays.copyOf(bytes, CUT));
    assertThat(failure(r -> Answer.ranged(bytes, r.from() + 1))).contains("sends others");
    assertThat(part).hasSize(CUT);
  }

  @Test
  void aWrongChecksumLeavesNothing() throws IOException {
    byte[] other = bytes.clone();
    other[LENGTH / 2] ^= 1;
    var digest = Checksums.sha256();
    digest.update(other);
    assertThat(failure(r -> Answer.ranged(other, r.from())))
        .contains("wrong checksum", "SHA-256 " + file().sha256() + " is expected")
        .contains(Checksums.hex(digest) + " was found");
    assertThat(part).doesNotExist();
  }

  @Test
  void moreThanExpectedIsStopped() throws IOException {
    byte[] longer = Arrays.copyOf(bytes, LENGTH + 1);
    assertThat(failure(r -> Answer.unannounced(longer)))
        .contains("sends more than " + LENGTH + " bytes");
    assertThat(part).doesNotExist();
    assertThat(failure(r -> Answer.whole(longer)))
        .contains("is " + (LENGTH + 1) + " bytes long; " + LENGTH + " are expected");
    assertThat(part).doesNotExist();
  }

  @Test
  void anotherLengthIsRefusedBeforeItIsRead() throws IOException {
    assertThat(failure(r -> Answer.whole("<html>moved</html>".getBytes())))
        .contains("is 18 bytes long; " + LENGTH + " are expected");
    assertThat(part).doesNotExist();
  }

  @Test
  void errorsOfTheServer() throws IOException {
    assertThat(failure(r -> Answer.status("404 Not Found")))
        .contains("/file.bin answers 404: the file is not there any more");
    assertThat(failure(r -> Answer.status("403 Forbidden"))).contains("403: it may not be read");
    assertThat(failure(r -> Answer.status("500 Broken"))).contains("answers 500");
    assertThat(part).doesNotExist();
  }

  @Test
  void redirectsAreFollowedSoFar() throws IOException {
    try (LocalServer server =
        new LocalServer(
            r ->
                r.path().equals("/moved/file.bin")
                    ? Answer.ranged(bytes, r.from())
                    : Answer.redirect("/moved/file.bin"))) {
      assertThat(fetch(server.at("file.bin"))).isTrue();
      assertThat(server.requests()).hasSize(2);
    }
    assertFetched();
  }

  @Test
  void redirectsThatLeadNowhere() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    assertThat(failure(r -> Answer.redirect("/file.bin?" + asked.incrementAndGet())))
        .contains("redirects more than 5 times");
    assertThat(asked).hasValue(6);
    assertThat(failure(r -> Answer.redirect("file:///etc/passwd")))
        .contains("only http and https are followed");
    assertThat(failure(r -> Answer.redirect("ftp://127.0.0.1/x")))
        .contains("only http and https are followed");
    assertThat(failure(r -> Answer.redirect("http://[")))
        .contains("redirects to an address that is none");
    assertThat(failure(r -> Answer.status("302 Found")))
        .contains("only http and https are followed");
  }

  @Test
  void silenceIsNotWaitedForForever() throws IOException {
    for (Answer silent :
        List.of(Answer.whole(bytes).hangAfter(CUT), Answer.unannounced(bytes).hangAfter(CUT))) {
      Files.deleteIfExists(part);
      try (LocalServer server = new LocalServer(r -> silent)) {
        Fetcher impatient = new Fetcher(Progress.NONE, PartFile::open, Duration.ofMillis(300));
        assertThatThrownBy(
                () ->
                    impatient.fetch(
                        file(server.at("file.bin")), target.getParent().getParent(), null))
            .isInstanceOf(DataException.class)
            .hasMessageContaining("nothing came for 1 s")
            .hasMessageContaining("fetch again to go on");
      }
      assertThat(part).hasBinaryContent(Arrays.copyOf(bytes, CUT));
    }
  }

  @Test
  void nobodyAnswers() throws IOException {
    URI gone;
    try (LocalServer server = new LocalServer(r -> Answer.whole(bytes))) {
      gone = server.at("file.bin");
    }
    assertThatThrownBy(() -> fetch(gone))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("no connection to 127.0.0.1");
  }

  @Test
  void theNextAddressIsTried() throws IOException {
    try (LocalServer first = new LocalServer(r -> Answer.whole(bytes).cutAfter(CUT));
        LocalServer second = new LocalServer(r -> Answer.ranged(bytes, r.from()))) {
      assertThat(fetch(first.at("file.bin"), second.at("copy/file.bin"))).isTrue();
      assertThat(second.requests()).containsExactly(new Request("/copy/file.bin", CUT));
    }
    assertFetched();
  }

  @Test
  void allAddressesAreToldWhenAllFail() throws IOException {
    try (LocalServer server = new LocalServer(r -> Answer.status("404 Not Found"))) {
      assertThatThrownBy(() -> fetch(server.at("a/file.bin"), server.at("b/file.bin")))
          .hasMessageContaining("/a/file.bin answers 404")
          .hasMessageContaining("/b/file.bin answers 404");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFullDisk(boolean onlyWhenClosed) throws IOException {
    Download.PartOpener full =
        (path, start) ->
            new FilterOutputStream(PartFile.open(path, start)) {
              private int left = CUT;

              @Override
              public void write(byte[] buffer, int from, int count) throws IOException {
                int fits = onlyWhenClosed ? count : Math.min(left, count);
                out.write(buffer, from, fits);
                left -= fits;
                if (fits < count) {
                  throw new IOException("No space left on device");
                }
              }

              @Override
              public void close() throws IOException {
                out.close();
                if (onlyWhenClosed) {
                  throw new IOException("No space left on device");
                }
              }
            };
    try (LocalServer server = new LocalServer(r -> Answer.ranged(bytes, r.from()))) {
      DataFile file = file(server.at("a/file.bin"), server.at("b/file.bin"));
      Fetcher fetcher = new Fetcher(Progress.NONE, full, PATIENCE);
      assertThatThrownBy(() -> fetcher.fetch(file, target.getParent().getParent(), null))
          .isInstanceOf(DataException.class)
          .hasMessageContaining(part + " cannot be written: No space left on device; make room");
      // No other address would help.
      assertThat(server.requests()).hasSize(1);
      assertThat(target).doesNotExist();
      // With room again, it goes on where it was.
      assertThat(fetch(server.at("file.bin"))).isTrue();
    }
    assertFetched();
  }

  @Test
  void aFileThatIsThereAndDiffersIsSomebodys() throws IOException {
    Files.createDirectories(target.getParent());
    Files.writeString(target, "mine");
    try (LocalServer server = new LocalServer(r -> Answer.whole(bytes))) {
      assertThatThrownBy(() -> fetch(server.at("file.bin")))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("move it away");
      assertThat(server.requests()).isEmpty();
    }
    assertThat(target).hasContent("mine");
  }

  @Test
  void twoAtOnceAreOneTooMany() throws IOException {
    Files.createDirectories(part.getParent());
    try (OutputStream held = PartFile.open(part, 0)) {
      held.write(1);
      assertThat(failure(r -> Answer.ranged(bytes, r.from())))
          .contains("is being written by another mercer");
    }
    assertThat(part).hasSize(1);
  }

  @Test
  void aMirrorIsAskedByTheFilesName() throws IOException {
    try (LocalServer server = new LocalServer(r -> Answer.whole(bytes))) {
      DataFile file = file(URI.create("http://nowhere.invalid/original/file.bin"));
      Path data = target.getParent().getParent();
      new Fetcher(Progress.NONE).fetch(file, data, server.at("copy"));
      assertThat(server.requests()).containsExactly(new Request("/copy/file.bin", 0));
    }
    assertFetched();
  }
}
