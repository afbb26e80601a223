package dev.mercer.evidence.reproduce;

import dev.mercer.app.VerbModule;

/** Brings the verb {@code reproduce} to the program. */
public final class ReproduceModule implements VerbModule {

  @Override
  public Class<?> verb() {
    return ReproduceVerb.class;
  }
}
