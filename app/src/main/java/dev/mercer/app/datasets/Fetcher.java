package dev.mercer.app.datasets;

import dev.mercer.Progress;
import dev.mercer.app.data.DataException;
import dev.mercer.app.datasets.Checksums.Verdict;
import dev.mercer.app.datasets.Source.Original;
import dev.mercer.internal.store.AtomicFile;
import dev.mercer.internal.store.Reason;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Downloads files of the catalog into the data folder.
 *
 * <ol>
 *   <li>an existing file that is correct is left alone; one that differs is refused, because it may
 *       be somebody's work
 *   <li>the published file is downloaded next to the target, as {@code NAME.part}
 *   <li>a file kept as published is checked by its SHA-256 and renamed; a converted file is written
 *       anew, checked by the SHA-256 of its text and renamed
 * </ol>
 *
 * Under the final name there is always a correct file, or what was there before. If the connection
 * breaks, the {@code .part} remains, and the next fetch continues from it.
 */
public final class Fetcher {

  private final Download download;
  private final Progress progress;

  public Fetcher(Progress progress) {
    this(progress, PartFile::open, Download.PATIENCE);
  }

  Fetcher(Progress progress, Download.PartOpener opener, Duration patience) {
    this.download = new Download(opener, patience, progress);
    this.progress = progress;
  }

  /**
   * Gets one file.
   *
   * @param base the folder of a mirror that has published files under their names; null for the
   *     addresses of the catalog
   * @return false if the file existed already
   * @throws DataException if it cannot be obtained; one line with the reason
   */
  public boolean fetch(DataFile file, Path folder, URI base) {
    Path target = folder.resolve(file.path());
    try {
      if (Files.exists(target)) {
        requireRight(target, file);
        return false;
      }
      if (file.source() instanceof Source.ByHand hand) {
        throw new DataException(file.path() + " cannot be fetched: " + hand.reason());
      }
      Files.createDirectories(target.toAbsolutePath().getParent());
      if (file.source() instanceof Source.Converted converted) {
        convert(file, converted.table(), target, base);
      } else if (file.source() instanceof Source.AsIs asIs) {
        keep(file, asIs, target, base);
      }
      return true;
    } catch (FetchException e) {
      throw new DataException(file.path() + " could not be fetched: " + e.getMessage(), e);
    } catch (IOException e) {
      boolean saysWhich = e instanceof FileSystemException known && known.getReason() != null;
      throw new DataException(
          saysWhich ? e.getMessage() : target + " cannot be written: " + Reason.of(e), e);
    }
  }

  private static void requireRight(Path target, DataFile file) throws IOException {
    if (!Files.isRegularFile(target) || Checksums.compare(target, file) == Verdict.DIFFERENT) {
      throw new DataException(
          target
              + " is there, but is not the file that is known (SHA-256 "
              + file.sha256()
              + "); move it away to fetch that one");
    }
  }

  private void keep(DataFile file, Source.AsIs source, Path target, URI base)
      throws IOException, FetchException {
    Path part = target.resolveSibling(target.getFileName() + ".part");
    progress.stage("fetch " + file.path(), 0);
    download.complete(part, at(source.addresses(), base), file.bytes(), file.sha256());
    try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
      channel.force(true); // before it gets the name that says it is complete
    }
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    progress.done();
  }

  private void convert(DataFile file, TextTable table, Path target, URI base)
      throws IOException, FetchException {
    List<List<Path>> parts = new ArrayList<>();
    for (List<Original> beside : table.parts()) {
      List<Path> paths = new ArrayList<>();
      for (Original original : beside) {
        Path part = target.resolveSibling(target.getFileName() + "." + original.name() + ".part");
        progress.stage("fetch " + original.name(), 0);
        download.complete(
            part, at(original.addresses(), base), original.bytes(), original.sha256());
        progress.done();
        paths.add(part);
      }
      parts.add(paths);
    }
    progress.stage("write " + file.path(), 0);
    try {
      write(file, table, parts, target);
    } catch (FetchException e) {
      // A wrong file must not be taken for the beginning of a correct one.
      delete(parts);
      throw e;
    }
    delete(parts);
    progress.done();
  }

  private static void write(DataFile file, TextTable table, List<List<Path>> parts, Path target)
      throws IOException, FetchException {
    MessageDigest digest = Checksums.sha256();
    try (AtomicFile written = AtomicFile.create(target)) {
      GZIPOutputStream packed = new GZIPOutputStream(written.stream());
      table.write(parts, new DigestOutputStream(packed, digest));
      packed.finish(); // committing the file closes it
      String found = Checksums.hex(digest);
      if (!found.equals(file.textSha256())) {
        throw new FetchException(
            "wrong checksum, SHA-256 "
                + file.textSha256()
                + " of the table is expected, "
                + found
                + " was found; what came is deleted");
      }
      written.commit();
    }
  }

  private static void delete(List<List<Path>> parts) throws IOException {
    for (List<Path> beside : parts) {
      for (Path part : beside) {
        Files.deleteIfExists(part);
      }
    }
  }

  /** The address of the file in the folder of a mirror, if one is given. */
  private static List<URI> at(List<URI> addresses, URI base) {
    if (base == null) {
      return addresses;
    }
    String path = addresses.get(0).getRawPath();
    String folder = base.toString();
    return List.of(
        URI.create(
            (folder.endsWith("/") ? folder : folder + "/")
                + path.substring(path.lastIndexOf('/') + 1)));
  }
}
