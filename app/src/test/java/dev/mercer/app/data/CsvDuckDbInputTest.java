package dev.mercer.app.data;

class CsvDuckDbInputTest extends CsvInputContract {

  CsvDuckDbInputTest() {
    super(-1);
  }
}
