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
 * A folder of scores that is there when it is complete, and not before.
 *
 * <p>Spark writes into the folder itself. A job that fails may leave files of the tasks that did
 * not, by which committer the cluster is set to, and one whose driver dies while it moves files to
 * their places leaves some of them; a reader that does not ask for {@code _SUCCESS} takes them for
 * all. So everything is written to a folder beside, whose name readers pass over, and that one is
 * renamed: a single step in a file system, though not in an object store.
 */
public final class ScoresFolder {

  private ScoresFolder() {}

  /**
   * Writes all rows, as one file for each partition. An older result of that name is replaced when
   * the new one is complete.
   *
   * @param format parquet or csv; the latter with a header, and without columns of vectors
   * @return rows written
   * @throws IOException if there is something of that name that Spark did not complete, or it
   *     cannot be written
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
      files.delete(unfinished, true); // of a failed job; otherwise there is nothing
    }
    return session.read().format(format).option("header", true).load(path).count();
  }
}
