package dev.mercer.app.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Assertions;

/** What every error for the user has in common: the right type and one readable line. */
public final class Refusal {

  private Refusal() {}

  public static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(DataRequest request) {
    return assertRefused(() -> Loaded.of(request));
  }

  public static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(Runnable action) {
    Throwable thrown = catchThrowable(action::run);
    assertThat(thrown).isInstanceOf(DataException.class);
    assertThat(thrown.getMessage().lines()).hasSize(1);
    assertThat(thrown.getMessage().length()).isLessThan(700);
    assertThat(thrown.getMessage()).doesNotContain("LINE 1", "strict_mode", "read_csv", "SQL");
    return Assertions.assertThat(thrown);
  }
}
