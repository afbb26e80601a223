package dev.mercer.app.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.app.data.Written;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

/** All of what is packed, or an error. */
class GunzipStreamTest {

  private static byte[] unpacked(byte[] packed) throws IOException {
    try (GunzipStream in = new GunzipStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    }
  }

  private static byte[] bytes(int length, int kinds) {
    Random random = new Random(length);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt(kinds);
    }
    return bytes;
  }

  @Test
  void membersFollowEachOtherAndZerosTheLast() throws IOException {
    byte[] all = {};
    byte[] packed = {};
    for (int length : new int[] {0, 1, 1 << 16, 200_000, 3}) {
      byte[] part = bytes(length, length % 2 == 0 ? 256 : 3);
      all = Written.joined(all, part);
      packed = Written.joined(packed, Written.gzip(part));
    }
    assertThat(unpacked(packed)).isEqualTo(all);
    assertThat(unpacked(Written.joined(packed, new byte[70_000]))).isEqualTo(all);
  }

  @Test
  void headersWithAllTheyMayHold() throws IOException {
    byte[] plain = Written.gzip("text");
    byte[] header = {31, (byte) 139, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 0, 3};
    byte[] more = {3, 0, 7, 8, 9, 'n', 0, 'c', 'd', 0};
    CRC32 sum = new CRC32();
    sum.update(header);
    sum.update(more);
    byte[] checked = {(byte) sum.getValue(), (byte) (sum.getValue() >> 8)};
    byte[] rest = Arrays.copyOfRange(plain, 10, plain.length);
    byte[] file = Written.joined(Written.joined(header, more), Written.joined(checked, rest));
    assertThat(unpacked(file)).asString().isEqualTo("text");
    file[12] ^= 1;
    assertThatThrownBy(() -> unpacked(file)).hasMessage("its header is damaged");
  }

  @Test
  void whateverIsCutOrChangedOrBehindIsAnError() throws IOException {
    byte[] content = bytes(3000, 5);
    byte[] packed = Written.gzip(content);
    for (int length = 0; length < packed.length; length++) {
      byte[] cut = Arrays.copyOf(packed, length);
      assertThatThrownBy(() -> unpacked(cut)).as("%d", length).isInstanceOf(EOFException.class);
    }
    int silent = 0;
    for (int at = 10; at < packed.length; at++) {
      byte[] changed = packed.clone();
      changed[at] ^= 4;
      try {
        assertThat(unpacked(changed)).as("a change at %d", at).isEqualTo(content);
        silent++;
      } catch (IOException e) {
        assertThat(e)
            .as("a change at %d", at)
            .isInstanceOfAny(ZipException.class, EOFException.class);
      }
    }
    assertThat(silent).as("some bits mean nothing, as those that fill the last byte").isLessThan(5);
    for (byte[] behind : new byte[][] {{1}, {'a', 'b'}, {0, 0, 1}, {0, 31, (byte) 139}}) {
      assertThatThrownBy(() -> unpacked(Written.joined(packed, behind)))
          .isInstanceOf(ZipException.class)
          .hasMessage("after its data comes something that is none");
    }
  }
}
