package dev.mercer.app;

import dev.mercer.KernelPcaModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer inspect}: the report stored in a model. */
@Command(
    name = "inspect",
    description = "Show the report stored in a model.",
    sortOptions = false,
    abbreviateSynopsis = true)
final class InspectVerb implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "MODEL", description = "The model file.")
  private Path model;

  @Option(names = "--json", description = "The report as it is, as JSON.")
  private boolean json;

  @Mixin private CommonOptions common;

  @Override
  public Integer call() throws IOException {
    KernelPcaModel fitted = Models.load(model, common);
    if (json) {
      System.out.println(fitted.report().toJson());
      return 0;
    }
    System.out.print(Summary.of(fitted.report()));
    System.out.println(
        "model    "
            + fitted.coefficients().rows()
            + (fitted.features() != null ? " random features, " : " points, ")
            + (fitted.scaling() == null ? "not scaled" : "scaled " + fitted.scaling().kind())
            + (fitted.featureNames() == null
                ? ""
                : ", features " + preview(String.join(", ", fitted.featureNames()))));
    for (String note : fitted.report().notes()) {
      System.out.println("note     " + note);
    }
    return 0;
  }

  private static String preview(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
