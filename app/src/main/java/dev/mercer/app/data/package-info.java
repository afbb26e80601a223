/**
 * Reading DATA and writing tables: everything that the help of the program says under "Data".
 *
 * <pre>{@code
 * DataRequest request = DataRequest.of("train-*.csv.gz").withLabel("label").withClasses(List.of("2", "6"));
 * try (DataSource source = DataSources.open(request)) {
 *   RowBlock block = new RowBlock(4096, source.columns());
 *   while (source.next(block) > 0) {
 *     use(block.values(), block.rows());
 *   }
 * }
 * }</pre>
 *
 * Rows are streamed: the memory is one block, whatever the size of the input. The parts of a
 * request are applied in this order:
 *
 * <ol>
 *   <li>several files given by a glob are one table, in the order of their names;
 *   <li>{@code --rows A:B} selects rows of that table, counted from zero, without the end;
 *   <li>{@code --classes} keeps the rows of these labels;
 *   <li>{@code --missing} decides about rows with NaN, infinite or missing values.
 * </ol>
 *
 * Row numbers in messages count the rows that were loaded (after steps 1 to 3), from zero; if this
 * differs from the row of the file, the message contains both.
 *
 * <p>Comma-separated files have a header row, except if the first line contains only numbers (or
 * numbers, and text only above text, as in a table whose last column is a class name). Then the
 * columns are called column0, column1, … for {@code --label} and similar options, and the source
 * has no feature names. A first line 0,1,2,… of four or more columns is the header that data-frame
 * libraries write for unnamed columns. {@link dev.mercer.app.data.HeaderPolicy} overrides these
 * rules.
 *
 * <p>DuckDB reads Parquet and delimited files that are not small. It is opened only then, because
 * it takes half a second to load its native library. {@link dev.mercer.app.data.csv.CsvReader}
 * defines what a delimited file means, and takes over if DuckDB fails.
 */
package dev.mercer.app.data;
