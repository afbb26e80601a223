package dev.mercer.spark;

import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A folder of scores that only exists when it is complete.
 *
 * <p>Spark itself writes directly into the folder. Depending on the committer of the cluster, a job
 * that fails may leave the files of those tasks that succeeded, and if the driver dies while it
 * moves files to their places, some of them are left. A reader that does not check for {@code
 * _SUCCESS} takes these files for the whole result. So everything is written to another folder next
 * to it, whose name readers ignore, and that folder is renamed at the end. This is a single step in
 * a file system, though not in an object store.
 */
public final class ScoresFolder {

  private ScoresFolder() {}

  /**
   * Writes all rows, as one file per partition. An older result of that name is replaced when the
   * new one is complete.
   *
   * @param format parquet or csv; the latter with a header, and without columns of vectors
   * @return the number of rows written
   * @throws IOException if something of that name exists that is not a complete result of Spark, or
   *     the folder cannot be written
   */
  public static long write(Dataset<Row> scores, String format, String path) throws IOException {
    if (!format.equals("parquet") && !format.equals("csv")) {
      throw new IllegalArgumentException(
          "scores are written as parquet or csv, not as '" + format + "'");
    }
    SparkSession session = (SparkSession) scores.sparkSession();
    Configuration configuration = session.sparkContext().hadoopConfiguration();
    Path target = new Path(path);
    FileContext files =
        FileContext.getFileContext(target.getFileSystem(configuration).getUri(), configuration);
    target = files.makeQualified(target);
    boolean older = files.util().exists(target);
    if (older && !files.util().exists(new Path(target, "_SUCCESS"))) {
      throw new FileAlreadyExistsException(
          path + " already exists and is no folder of results; remove it or name another");
    }
    Path unfinished =
        new Path(target.getParent(), "_" + target.getName() + ".unfinished-" + UUID.randomUUID());
    try {
      scores.write().format(format).option("header", true).save(unfinished.toString());
      if (older) {
        files.delete(target, true);
      }
      files.rename(unfinished, target);
    } finally {
      files.delete(unfinished, true); // left by a failed job; otherwise it does not exist
    }
    return session.read().format(format).option("header", true).load(path).count();
  }
}
