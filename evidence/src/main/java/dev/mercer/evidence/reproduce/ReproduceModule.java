package dev.mercer.evidence.reproduce;

import dev.mercer.app.VerbModule;

/** Adds the command {@code reproduce} to the program. */
public final class ReproduceModule implements VerbModule {

  @Override
  public Class<?> verb() {
    return ReproduceVerb.class;
  }
}
