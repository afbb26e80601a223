package dev.mercer.app.datasets;

import dev.mercer.app.data.file.GunzipStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.ZipException;

/** SHA-256 checksums of files, and how a file compares with the one in the catalog. */
final class Checksums {

  /** How a file compares with the one in the catalog. */
  enum Verdict {
    SAME("right"),
    SAME_TEXT("right, packed differently"),
    DIFFERENT("differs");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  private static final int BUFFER = 1 << 16;

  private Checksums() {}

  static Verdict compare(Path path, DataFile known) throws IOException {
    if (sha256(path).equals(known.sha256())) {
      return Verdict.SAME;
    }
    if (known.textSha256() != null && known.textSha256().equals(sha256OfText(path))) {
      return Verdict.SAME_TEXT;
    }
    return Verdict.DIFFERENT;
  }

  static String sha256(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return sha256(in);
    }
  }

  /** The checksum of the decompressed text; null if the file is not compressed or is damaged. */
  private static String sha256OfText(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path);
        InputStream unpacked = new GunzipStream(in)) {
      return sha256(unpacked);
    } catch (ZipException | EOFException e) {
      return null; // certainly not the text in the catalog
    }
  }

  private static String sha256(InputStream in) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[BUFFER];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      digest.update(buffer, 0, count);
    }
    return hex(digest);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
