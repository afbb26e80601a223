/**
 * Reading DATA and writing tables: everything the command line says under "Data".
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
 * Rows are streamed: memory is one block, whatever the size of the input. What is asked for is
 * applied in this order:
 *
 * <ol>
 *   <li>several files by glob are one table, in the order of their names;
 *   <li>{@code --rows A:B} counts the rows of that table, zero-based, end excluded;
 *   <li>{@code --classes} keeps the rows of these labels;
 *   <li>{@code --missing} decides about rows with NaN, infinite or missing values.
 * </ol>
 *
 * Row numbers in messages count within what was loaded (after steps 1 to 3), zero-based; where this
 * differs from the row of the file, the message says both.
 *
 * <p>Comma-separated files have a header row, except when the first line holds only numbers (or
 * numbers and text over text, as in a table whose last column is a class name): then the columns
 * are called column0, column1, … for {@code --label} and the like, and the source has no feature
 * names. A first line 0,1,2,… of four or more columns is the header that data-frame libraries write
 * for unnamed columns. {@link dev.mercer.app.data.HeaderPolicy} overrides the guess.
 *
 * <p>DuckDB reads Parquet and delimited files of some size. It is opened only then: loading its
 * native library takes half a second. {@link dev.mercer.app.data.csv.CsvReader} defines what a
 * delimited file means, and takes over where DuckDB gives up.
 */
package dev.mercer.app.data;
