package dev.mercer.app.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TileRatesTest {

  @Test
  void ratesAndSharesFollowFromTheTimes() {
    double values = 504.0 * 504;
    TileRates rates = new TileRates(100, 2e-3, 1e-3, 4e-3, 6e-3);
    assertThat(rates.flops()).isCloseTo(2 * values * 100 / 2e-3, within(1e-3));
    assertThat(rates.expNanos()).isCloseTo(1e6 / values, within(1e-12));
    assertThat(rates.values()).isCloseTo(values / 4e-3, within(1e-6));
    assertThat(rates.share()).isCloseTo(0.75, within(1e-15));
    assertThat(rates.newShare()).isCloseTo(0.5, within(1e-15));
  }

  /** How fast it is, is the machine's business; that every work was done and timed is ours. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyWorkIsTimed(boolean single) {
    try (Workers workers = Workers.of(2)) {
      TileRates rates = TileRates.measure(3, single, 1, workers);
      assertThat(rates.features()).isEqualTo(3);
      for (double seconds :
          new double[] {rates.product(), rates.map(), rates.tile(), rates.newTile()}) {
        assertThat(seconds).isPositive().isLessThan(60);
      }
    }
  }
}
