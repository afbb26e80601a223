package dev.mercer.app.data.duck;

import java.math.BigDecimal;
import org.duckdb.DuckDBReadableVector;

/** Reads one value from a column of DuckDB, whatever the type of the column. */
final class DuckValue {

  private DuckValue() {}

  /** The value as a number: truth values are 1 and 0; NaN for null and for other types. */
  static double number(DuckDBReadableVector vector, int row) {
    if (vector.isNull(row)) {
      return Double.NaN;
    }
    return switch (vector.getType()) {
      case DOUBLE -> vector.getDouble(row);
      case FLOAT -> vector.getFloat(row);
      case TINYINT -> vector.getByte(row);
      case SMALLINT -> vector.getShort(row);
      case INTEGER -> vector.getInt(row);
      case BIGINT -> vector.getLong(row);
      case UTINYINT -> vector.getUint8(row);
      case USMALLINT -> vector.getUint16(row);
      case UINTEGER -> vector.getUint32(row);
      case UBIGINT -> vector.getUint64(row).doubleValue();
      case HUGEINT -> vector.getHugeInt(row).doubleValue();
      case UHUGEINT -> vector.getUHugeInt(row).doubleValue();
      case DECIMAL -> vector.getBigDecimal(row).doubleValue();
      case BOOLEAN -> vector.getBoolean(row) ? 1 : 0;
      default -> Double.NaN;
    };
  }

  /** The value as text; it must not be null. */
  static String text(DuckDBReadableVector vector, int row) {
    return switch (vector.getType()) {
      case VARCHAR -> vector.getString(row);
      case BOOLEAN -> Boolean.toString(vector.getBoolean(row));
      case DECIMAL -> vector.getBigDecimal(row).toPlainString();
      case DOUBLE -> plain(vector.getDouble(row));
      case FLOAT -> plain(vector.getFloat(row));
      case BIGINT -> Long.toString(vector.getLong(row));
      case UBIGINT -> vector.getUint64(row).toString();
      case HUGEINT -> vector.getHugeInt(row).toString();
      case UHUGEINT -> vector.getUHugeInt(row).toString();
      default -> new BigDecimal(number(vector, row)).toPlainString();
    };
  }

  private static String plain(double value) {
    return value == Math.rint(value) && !Double.isInfinite(value)
        ? new BigDecimal(value).toBigInteger().toString()
        : Double.toString(value);
  }
}
