package dev.mercer.internal.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {

  private static final List<String> OPTIONS = List.of("--kernel", "--label", "--rank", "--seed");

  @Test
  void onlyANameThatLooksLikeItIsTakenToBeMeant() {
    assertThat(Names.close("--rnak", OPTIONS)).contains("--rank");
    assertThat(Names.close("--Kernal", OPTIONS)).contains("--kernel");
    assertThat(Names.close("--zzzzzz", OPTIONS)).isEmpty();
    assertThat(Names.close("", OPTIONS)).isEmpty();
    assertThat(Names.close("-".repeat(1000), OPTIONS)).isEmpty();
    assertThat(Names.close("--rank", List.of())).isEmpty();
  }
}
