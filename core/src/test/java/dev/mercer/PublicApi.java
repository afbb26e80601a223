package dev.mercer;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a user of a module can name: the public types outside {@code dev.mercer.internal}, and their
 * public and protected members, read from the compiled classes.
 *
 * <p>A public type inside one that is not public cannot be named and is no part of this. The public
 * members that a type inherits from one that a user cannot name are listed as its own.
 */
public final class PublicApi {

  private static final Pattern PACKAGE = Pattern.compile("\\b(?:[a-z][a-z0-9_]*\\.)+(?=[A-Z])");
  private static final String OURS = "dev.mercer.";
  private static final String INTERNAL = "dev.mercer.internal.";
  private static final Set<String> OF_EVERY_RECORD = Set.of("equals", "hashCode", "toString");

  private final List<Class<?>> types = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final Set<String> unnameable = new TreeSet<>();

  private PublicApi() {}

  /** The public types of the module that {@code one} belongs to. */
  public static PublicApi ofModuleOf(Class<?> one) throws IOException, URISyntaxException {
    URI place = one.getProtectionDomain().getCodeSource().getLocation().toURI();
    Path path = Path.of(place);
    if (Files.isDirectory(path)) {
      return of(path, one.getClassLoader());
    }
    try (FileSystem jar = FileSystems.newFileSystem(path)) {
      return of(jar.getPath("/"), one.getClassLoader());
    }
  }

  private static PublicApi of(Path root, ClassLoader loader) throws IOException {
    List<String> names;
    try (Stream<Path> files = Files.walk(root)) {
      names =
          files
              .map(file -> root.relativize(file).toString().replace('\\', '/'))
              .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
              .map(name -> name.replace('/', '.').substring(0, name.length() - 6))
              .sorted()
              .toList();
    }
    return of(names.stream().<Class<?>>map(name -> load(name, loader)).toList());
  }

  /** Of these classes those that are public. */
  static PublicApi of(List<Class<?>> classes) {
    PublicApi api = new PublicApi();
    classes.stream().filter(PublicApi::listed).forEach(api::add);
    return api;
  }

  /** How many types, those inside others included. */
  public int types() {
    return types.size();
  }

  /** One signature per line: each type's own first, then its fields, constructors and methods. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** "PublicType names OtherType" for each type in a signature that a user cannot name. */
  public Set<String> namesWhatAUserCannot() {
    return Set.copyOf(unnameable);
  }

  private static Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name + " was found as a file and cannot be loaded", e);
    }
  }

  private static boolean listed(Class<?> type) {
    return !type.isAnonymousClass() && !type.isLocalClass() && nameable(type);
  }

  private static boolean nameable(Class<?> type) {
    for (Class<?> one = type; one != null; one = one.getEnclosingClass()) {
      if (!visible(one.getModifiers())) {
        return false;
      }
    }
    return !type.getName().startsWith(INTERNAL);
  }

  private static boolean visible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private void add(Class<?> type) {
    types.add(type);
    lines.add(type.getCanonicalName() + ": " + header(type));
    Set<String> fields = new TreeSet<>();
    Set<String> constructors = new TreeSet<>();
    Set<String> methods = new TreeSet<>();
    for (Class<?> source : withHiddenAncestors(type)) {
      for (Field field : source.getDeclaredFields()) {
        if (listed(field)) {
          fields.add(field(type, field));
        }
      }
      for (Method method : source.getDeclaredMethods()) {
        if (listed(method) && !method.isBridge() && !implied(type, method)) {
          methods.add(
              prefix(method)
                  + text(type, method.getGenericReturnType())
                  + " "
                  + call(type, method));
        }
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (listed(constructor) && !type.isEnum() && !canonical(type, constructor)) {
        constructors.add(prefix(constructor) + "new " + call(type, constructor));
      }
    }
    Stream.of(fields, constructors, methods)
        .flatMap(Set::stream)
        .forEach(line -> lines.add(type.getCanonicalName() + ": " + line));
  }

  private static boolean listed(Member member) {
    return visible(member.getModifiers()) && !member.isSynthetic();
  }

  /** The type itself, and what it extends that is ours and that a user cannot name. */
  private static Set<Class<?>> withHiddenAncestors(Class<?> type) {
    Set<Class<?>> found = new LinkedHashSet<>(Set.of(type));
    List<Class<?>> parents = new ArrayList<>(List.of(type.getInterfaces()));
    if (type.getSuperclass() != null) {
      parents.add(type.getSuperclass());
    }
    for (Class<?> parent : parents) {
      if (parent.getName().startsWith(OURS) && !nameable(parent)) {
        found.addAll(withHiddenAncestors(parent));
      }
    }
    return found;
  }

  /** What the compiler writes for every record and every enumeration. */
  private static boolean implied(Class<?> type, Method method) {
    boolean none = method.getParameterCount() == 0;
    if (type.isRecord()) {
      return OF_EVERY_RECORD.contains(method.getName())
          || none
              && Arrays.stream(type.getRecordComponents())
                  .anyMatch(component -> component.getName().equals(method.getName()));
    }
    if (type.isEnum() && Modifier.isStatic(method.getModifiers())) {
      return none && method.getName().equals("values") || method.getName().equals("valueOf");
    }
    return OF_EVERY_RECORD.contains(method.getName())
        && method.getDeclaringClass() == type
        && method.getParameterCount() <= 1;
  }

  private static boolean canonical(Class<?> type, Constructor<?> constructor) {
    return type.isRecord()
        && Arrays.equals(
            constructor.getParameterTypes(),
            Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new));
  }

  private String header(Class<?> type) {
    StringBuilder text = new StringBuilder(prefix(type.getModifiers(), type));
    int modifiers = type.getModifiers();
    boolean plain = !type.isInterface() && !type.isEnum() && !type.isRecord();
    if (type.isSealed()) {
      text.append("sealed ");
    } else if (plain && Modifier.isFinal(modifiers)) {
      text.append("final ");
    }
    if (plain && Modifier.isAbstract(modifiers)) {
      text.append("abstract ");
    }
    text.append(
        type.isAnnotation()
            ? "annotation"
            : type.isInterface()
                ? "interface"
                : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class");
    text.append(' ').append(type.getSimpleName()).append(variables(type, type.getTypeParameters()));
    if (type.isRecord()) {
      text.append(
          Arrays.stream(type.getRecordComponents())
              .map(part -> text(type, part.getGenericType()) + " " + part.getName())
              .collect(joining(", ", "(", ")")));
    }
    List<Type> parents = new ArrayList<>();
    if (plain && type.getSuperclass() != Object.class) {
      parents.add(type.getGenericSuperclass());
    }
    parents.addAll(List.of(type.getGenericInterfaces()));
    // A parent that only this package sees is how the type is made; its public members are listed.
    parents.removeIf(parent -> raw(parent).getName().startsWith(OURS) && hidden(raw(parent)));
    if (!parents.isEmpty()) {
      text.append(
          parents.stream().map(parent -> text(type, parent)).collect(joining(", ", " of ", "")));
    }
    return text.toString();
  }

  private static boolean hidden(Class<?> type) {
    return !type.getName().startsWith(INTERNAL) && !nameable(type);
  }

  private static Class<?> raw(Type type) {
    return type instanceof ParameterizedType made ? (Class<?>) made.getRawType() : (Class<?>) type;
  }

  private String field(Class<?> type, Field field) {
    String text =
        prefix(field.getModifiers(), field)
            + text(type, field.getGenericType())
            + " "
            + field.getName();
    boolean simple = field.getType().isPrimitive() || field.getType() == String.class;
    if (!simple || !Modifier.isStatic(field.getModifiers()) || !field.trySetAccessible()) {
      return text;
    }
    try {
      return text + " = " + field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " was made accessible and is not", e);
    }
  }

  private static String prefix(Executable executable) {
    String text = prefix(executable.getModifiers(), executable);
    boolean open = Modifier.isAbstract(executable.getModifiers());
    return open && !executable.getDeclaringClass().isInterface()
        ? text + "abstract "
        : executable instanceof Method method && method.isDefault() ? text + "default " : text;
  }

  private static String prefix(int modifiers, AnnotatedElement element) {
    String deprecated = element.isAnnotationPresent(Deprecated.class) ? "deprecated " : "";
    boolean still = Modifier.isStatic(modifiers) && !(element instanceof Class<?>);
    return deprecated
        + (Modifier.isProtected(modifiers) ? "protected " : "")
        + (still ? "static " : "");
  }

  private String call(Class<?> type, Executable executable) {
    String variables = variables(type, executable.getTypeParameters());
    String name =
        executable instanceof Constructor<?> ? type.getSimpleName() : executable.getName();
    Type[] parameters = executable.getGenericParameterTypes();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < parameters.length; i++) {
      String text = text(type, parameters[i]);
      boolean last = i == parameters.length - 1;
      texts.add(
          last && executable.isVarArgs() ? text.substring(0, text.length() - 2) + "..." : text);
    }
    String thrown =
        Arrays.stream(executable.getGenericExceptionTypes())
            .map(one -> text(type, one))
            .collect(joining(", "));
    return variables
        + name
        + "("
        + String.join(", ", texts)
        + ")"
        + (thrown.isEmpty() ? "" : " throws " + thrown);
  }

  private String variables(Class<?> type, TypeVariable<?>[] variables) {
    if (variables.length == 0) {
      return "";
    }
    return Arrays.stream(variables)
        .map(
            variable -> {
              Type bound = variable.getBounds()[0];
              return bound == Object.class
                  ? variable.getName()
                  : variable.getName() + " extends " + text(type, bound);
            })
        .collect(joining(", ", "<", ">"));
  }

  /** The name without its package, where a user can name the type. */
  private String text(Class<?> type, Type named) {
    check(type, named);
    return PACKAGE
        .matcher(named.getTypeName())
        .replaceAll(found -> found.group().startsWith(INTERNAL) ? found.group() : "")
        .replace('$', '.');
  }

  private void check(Class<?> type, Type named) {
    if (named instanceof ParameterizedType made) {
      check(type, made.getRawType());
      for (Type argument : made.getActualTypeArguments()) {
        check(type, argument);
      }
    } else if (named instanceof WildcardType wild) {
      Stream.of(wild.getUpperBounds(), wild.getLowerBounds())
          .flatMap(Arrays::stream)
          .forEach(bound -> check(type, bound));
    } else if (named instanceof java.lang.reflect.GenericArrayType array) {
      check(type, array.getGenericComponentType());
    } else if (named instanceof Class<?> found) {
      Class<?> element = found;
      while (element.isArray()) {
        element = element.getComponentType();
      }
      if (element.getName().startsWith(OURS) && !nameable(element)) {
        unnameable.add(name(type) + " names " + name(element));
      }
    }
  }

  private static String name(Class<?> type) {
    return PACKAGE.matcher(type.getName()).replaceAll("").replace('$', '.');
  }
}
