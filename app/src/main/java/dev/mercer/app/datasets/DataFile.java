package dev.mercer.app.datasets;

/**
 * A file of a data set as it is kept in the data folder.
 *
 * @param path below the data folder
 * @param rows the number of samples it adds to the set; 0 for the labels of rows in another file
 * @param sha256 of the bytes of the file
 * @param textSha256 of the text inside a compressed text file; null for others. A text compressed
 *     by another program has other bytes, but is the same data
 */
public record DataFile(
    String path, long rows, long bytes, String sha256, String textSha256, Source source) {}
