package dev.mercer.app.cli.uses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong input to the verb classify: one line that says what is wrong, and no file. */
class ClassifyRefusalsTest {

  @TempDir static Path data;
  @TempDir Path folder;

  @BeforeAll
  static void makeFiles() throws IOException {
    ClassifyVerbTest.makeFiles(data);
  }

  private static final List<List<String>> WRONG =
      List.of(
          List.of("TRAIN/one.csv TRAIN/test.csv --label y", "all rows have the label 'p'"),
          List.of(
              "TRAIN/uneven.csv TRAIN/test.csv --label y --rank 4",
              "class 's' has 3 rows, fewer than the rank 4; ask for at most rank 3"),
          List.of("TRAIN/gap.csv TRAIN/test.csv --label y", "row 1 has no label"),
          List.of("TRAIN/bare.csv TRAIN/test.csv", "has no labels; name their column"),
          List.of("TRAIN/train.csv TRAIN/test.csv --label z", "no column 'z'"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --classifier knnn",
              "did you mean 'knn'? known classifiers: clafic, subspace, knn, logistic"),
          List.of("TRAIN/train.csv TRAIN/test.csv --label y --grid sigma=", "lacks a value"),
          List.of("TRAIN/train.csv TRAIN/test.csv --label y --grid sigma=x", "'x' is not a number"),
          List.of("TRAIN/train.csv TRAIN/test.csv --label y --grid rank=1.5", "whole number"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --grid sigma=1 --kernel linear",
              "kernel linear has no sigma"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --grid sigma=1 --classifier clafic",
              "kernel linear has no sigma"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --classifier clafic --kernel linear",
              "leave --kernel out"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --grid rank=1,2 --folds 1",
              "--folds 1; at least 2"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --grid rank=1,2 --folds 21",
              "allowed are 2 to 20"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --grid rank=2,17",
              "class 'p' has 16 rows, fewer than the rank 17"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --grid rank=1 --rank 2", "leave --rank"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --landmarks-share 2 --method subset",
              "at most 1"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --landmarks-share 0.5 --landmarks 3",
              "leave --landmarks"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --method subset --landmarks 3 --rank 5",
              "class 'p' (20 rows)"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --classifier knn(on=rows) --rank 2",
              "without kernel PCA"),
          List.of("TRAIN/train.csv TRAIN/test.csv --label y --classifier knn --all", "--all out"),
          List.of(
              "TRAIN/several.csv TRAIN/test.csv --label y --label-separator ; --classifier knn",
              "row 1 has 2 labels"),
          List.of(
              "TRAIN/train.csv TRAIN/test.csv --label y --test-share 0.3", "where TEST is given"),
          List.of("TRAIN/train.csv --label y --repeats 3", "needs --test-share"),
          List.of("TRAIN/train.csv --label y --test-share 1.5", "below 1"),
          List.of("TRAIN/train.csv --label y --test-share 0.2 --repeats 0", "at least 1"),
          List.of("TRAIN/train.csv --label y --test-rows 0:3", "need TEST"),
          List.of("TRAIN/train.csv --label y --weights a", "no sample weights"),
          List.of("TRAIN/train.csv --label y --precomputed", "leave --precomputed"),
          List.of("TRAIN/train.csv TRAIN/missing.csv --label y", "'a'"),
          List.of("TRAIN/train.csv TRAIN/nothing.csv --label y", "nothing.csv"));

  static Stream<List<String>> wrong() {
    return WRONG.stream();
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void whatIsWrongIsSaidInOneLine(List<String> wrong) throws IOException {
    List<Object> words = new ArrayList<>(List.of("classify"));
    for (String word : wrong.get(0).split(" ")) {
      words.add(word.replace("TRAIN", data.toString()));
    }
    words.addAll(List.of("-o", folder.resolve("p.csv"), "--report", folder.resolve("r.json")));
    Program run = Program.run(words.toArray());
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.reason()).startsWith("mercer: ").contains(wrong.get(1));
    assertThat(run.out()).isEmpty();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).as("nothing is written").isEmpty();
    }
  }
}
