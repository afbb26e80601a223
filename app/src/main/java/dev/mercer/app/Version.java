package dev.mercer.app;

import dev.mercer.FitReport;
import picocli.CommandLine;

/** What {@code mercer --version} prints. */
final class Version implements CommandLine.IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"mercer " + FitReport.VERSION};
  }
}
