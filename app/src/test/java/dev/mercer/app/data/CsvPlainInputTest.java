package dev.mercer.app.data;

class CsvPlainInputTest extends CsvInputContract {

  CsvPlainInputTest() {
    super(Long.MAX_VALUE);
  }
}
