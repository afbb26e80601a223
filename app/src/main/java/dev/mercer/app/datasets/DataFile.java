package dev.mercer.app.datasets;

/**
 * A file of a data set as it is kept in the data folder.
 *
 * @param path below the data folder
 * @param rows samples it adds to the set; 0 for labels of another file's rows
 * @param sha256 of the file's bytes
 * @param textSha256 of the text inside a packed text file; null for others. A text that was packed
 *     by another program has other bytes, but is the same data
 */
public record DataFile(
    String path, long rows, long bytes, String sha256, String textSha256, Source source) {}
