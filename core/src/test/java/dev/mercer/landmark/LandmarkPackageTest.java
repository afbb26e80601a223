package dev.mercer.landmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds what a user of selectors meets: so many public types, and no internal type in what they
 * offer. Compiled classes are asked, so nothing that is public escapes.
 */
class LandmarkPackageTest {

  /** LandmarkSelector, a record for each selector, and the start of backward. */
  private static final int PUBLIC_TYPES = 1 + 21 + 1;

  private static final String INTERNAL = "dev.mercer.internal";

  @Test
  void thePackageHoldsSelectorsAndNothingElse() throws IOException, URISyntaxException {
    List<Class<?>> types = types();
    assertThat(types).allMatch(type -> Modifier.isPublic(type.getModifiers()));
    assertThat(types).hasSize(PUBLIC_TYPES);
    assertThat(types.stream().filter(Class::isRecord))
        .hasSize(21)
        .allMatch(LandmarkSelector.class::isAssignableFrom);
  }

  @Test
  void noPublicSignatureNamesAnInternalType() throws IOException, URISyntaxException {
    List<String> signatures = new ArrayList<>();
    for (Class<?> type : types()) {
      signatures.addAll(signatures(type));
    }
    assertThat(signatures)
        .hasSizeGreaterThan(PUBLIC_TYPES)
        .noneMatch(text -> text.contains(INTERNAL));
  }

  @Test
  void anInternalTypeInASignatureIsSeen() {
    assertThat(signatures(dev.mercer.internal.features.SelectionRequest.class))
        .anyMatch(text -> text.contains(INTERNAL + ".gram"));
  }

  /** One text for each public or protected member and each type the class extends. */
  private static List<String> signatures(Class<?> type) {
    List<String> found = new ArrayList<>();
    for (Type above : type.getGenericInterfaces()) {
      found.add(type.getName() + " implements " + above.getTypeName());
    }
    if (type.getGenericSuperclass() != null) {
      found.add(type.getName() + " extends " + type.getGenericSuperclass().getTypeName());
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isOffered(constructor.getModifiers())) {
        found.add(constructor.toGenericString());
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isOffered(method.getModifiers())) {
        found.add(method.toGenericString());
      }
    }
    for (Field field : type.getDeclaredFields()) {
      if (isOffered(field.getModifiers())) {
        found.add(field.toGenericString());
      }
    }
    return found;
  }

  private static boolean isOffered(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  /** All classes of the package but package-info, nested ones too. */
  private static List<Class<?>> types() throws IOException, URISyntaxException {
    Path classes =
        Path.of(LandmarkSelector.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(classes.resolve("dev/mercer/landmark"))) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        if (!name.equals("package-info")) {
          found.add(load(name));
        }
      }
    }
    return found;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName("dev.mercer.landmark." + name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError("a class file without a class: " + name, e);
    }
  }
}
