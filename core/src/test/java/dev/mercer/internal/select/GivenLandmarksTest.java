package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.Definition;
import dev.mercer.landmark.GivenPoints;
import dev.mercer.landmark.GivenRows;
import org.junit.jupiter.api.Test;

/** Landmarks that the user brings. */
class GivenLandmarksTest {

  private static final Selection SELECTION =
      Selection.of("gaussian(sigma=1)", Definition.points(10, 2, 1), 3);

  @Test
  void rowsAreTakenInTheOrderGiven() {
    Landmarks landmarks = SELECTION.by(new GivenRows(7, 0, 9, 4));
    assertThat(landmarks.rows()).containsExactly(7, 0, 9, 4);
    double[] point = new double[2];
    landmarks.points().copy(1, 1, point, 0);
    assertThat(point).isEqualTo(SELECTION.points()[0]);
    assertThat(new GivenRows(1).spec()).isEqualTo("given-rows");
    assertThat(SELECTION.precomputed().by(new GivenRows(7, 0)).rows()).containsExactly(7, 0);
  }

  @Test
  void rowsThatCannotBeAreRefused() {
    assertThatThrownBy(GivenRows::new)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one");
    assertThatThrownBy(() -> new GivenRows(3, 8, 5, 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 8")
        .hasMessageContaining("places 2 and 4");
    for (int wrong : new int[] {-1, 10}) {
      assertThatThrownBy(() -> SELECTION.by(new GivenRows(3, wrong)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("row " + wrong)
          .hasMessageContaining("place 2")
          .hasMessageContaining("0 to 9");
    }
  }

  @Test
  void pointsAreTakenInTheOrderGiven() {
    double[][] given = {{1, 2}, {3, 4}, {5, 6}};
    Landmarks landmarks = SELECTION.by(new GivenPoints(DenseRows.of(given)));
    assertThat(landmarks.rows()).isNull();
    assertThat(landmarks.count()).isEqualTo(3);
    double[] all = new double[6];
    landmarks.points().copy(0, 3, all, 0);
    assertThat(all).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(new GivenPoints(DenseRows.of(given)).spec()).isEqualTo("given-points");
  }

  @Test
  void pointsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> new GivenPoints(DenseRows.wrap(0, 2, new double[0])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one");
    GivenPoints wide = new GivenPoints(DenseRows.of(new double[4][3]));
    assertThatThrownBy(() -> SELECTION.by(wide))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 columns")
        .hasMessageContaining("rows 2");
    assertThatThrownBy(() -> SELECTION.precomputed().by(wide))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row numbers");
  }
}
