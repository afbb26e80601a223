package dev.mercer.spark;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * A folder of scores that appears when it is complete: Spark writes to a folder beside it, which is
 * then renamed. A job that fails, or a driver that dies, leaves no folder of that name, and an old
 * one as it was.
 */
public final class ScoresFolder {

  private ScoresFolder() {}

  /**
   * Writes a data set.
   *
   * @param format parquet or csv
   * @return rows written
   */
  public static long write(Dataset<Row> scores, String format, String path) throws IOException {
    SparkSession session = (SparkSession) scores.sparkSession();
    Path wanted = new Path(path);
    Path unfinished = new Path(wanted.getParent(), "_" + wanted.getName() + ".unfinished");
    FileSystem files = wanted.getFileSystem(session.sparkContext().hadoopConfiguration());
    if (files.exists(wanted) && !files.getFileStatus(wanted).isDirectory()) {
      throw new IOException(path + " is a file; --engine spark writes a folder of files");
    }
    boolean written = false;
    try {
      scores
          .write()
          .mode(SaveMode.Overwrite)
          .option("header", true)
          .format(format)
          .save(unfinished.toString());
      written = true;
    } finally {
      if (!written) {
        files.delete(unfinished, true);
      }
    }
    files.delete(wanted, true);
    if (!files.rename(unfinished, wanted)) {
      throw new IOException(unfinished + " could not be renamed to " + path);
    }
    return session.read().format(format).option("header", true).load(path).count();
  }
}
