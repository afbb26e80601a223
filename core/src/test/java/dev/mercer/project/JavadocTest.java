package dev.mercer.project;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that a user of core and uses can name says in a first sentence what it is for: public
 * types, methods, constructors and constants outside of {@code dev.mercer.internal}.
 *
 * <p>What overrides something inherits its comment and needs none; nor do the constructor of a
 * record that only checks its components and the components themselves, which the comment of the
 * record explains. The sources are parsed and not compiled, so this takes a second.
 */
class JavadocTest {

  /** For the tool a sentence ends with the first point that a blank follows. */
  private static final Pattern ABBREVIATION =
      Pattern.compile("\\b(secs?|figs?|eqs?|al|e\\.g|i\\.e)\\.$");

  @Test
  void everyPublicNameHasAFirstSentence() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : List.of("core", "uses")) {
      sources.addAll(publicSources(ProjectFiles.ROOT.resolve(module).resolve("src/main/java")));
    }
    assertThat(sources).hasSizeGreaterThan(100);
    assertThat(withoutSentence(sources)).isEmpty();
  }

  @Test
  void whatHasNoSentenceIsFound(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("Shape.java");
    Files.writeString(
        file,
        """
        package p;
        /** What has corners. */
        public interface Shape {
          int corners();
          /** Its length (see sec. 3). */
          double around();
          /** {@return how large it is} */
          double area();
          /** @return nothing that helps */
          double length();
          private int half() {
            return corners() / 2;
          }
          /** A box. */
          record Box(double width, String name) implements Shape {
            public static final int SIDES = 4;
            public Box {
              name = name.strip();
            }
            public Box(double width) {
              this(width, "box");
            }
            @Override
            public int corners() {
              return 4;
            }
            int hidden() {
              return 0;
            }
          }
          enum Color {
            /** Like a rose. */
            RED,
            BLUE
          }
        }
        """);
    assertThat(withoutSentence(List.of(file)))
        .containsExactlyInAnyOrder(
            "Shape.corners",
            "Shape.length",
            "Shape.around: the first sentence ends in an abbreviation",
            "Shape.Box.SIDES",
            "Shape.Box.<init>",
            "Shape.Color",
            "Shape.Color.BLUE");
  }

  private static List<Path> publicSources(Path root) throws IOException {
    Path internal = root.resolve("dev/mercer/internal");
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java") && !file.startsWith(internal))
          .toList();
    }
  }

  private static List<String> withoutSentence(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> found = new ArrayList<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      DocTrees comments = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        TreePath file = new TreePath(unit);
        for (Tree type : unit.getTypeDecls()) {
          if (type instanceof ClassTree named && isPublic(named.getModifiers())) {
            collect(comments, new TreePath(file, named), "", found);
          }
        }
      }
    }
    return found;
  }

  private static void collect(DocTrees comments, TreePath path, String outer, List<String> found) {
    ClassTree type = (ClassTree) path.getLeaf();
    String name = outer + type.getSimpleName();
    require(comments, path, name, found);
    boolean allPublic =
        type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
    for (Tree member : type.getMembers()) {
      TreePath inside = new TreePath(path, member);
      if (member instanceof ClassTree nested && (allPublic || isPublic(nested.getModifiers()))) {
        collect(comments, inside, name + ".", found);
      } else if (member instanceof MethodTree method
          && (allPublic && !isPrivate(method.getModifiers()) || isPublic(method.getModifiers()))
          && !overrides(method)
          && !checksComponents(type, method)) {
        require(comments, inside, name + "." + method.getName(), found);
      } else if (member instanceof VariableTree field
          && (allPublic || isPublic(field.getModifiers()))) {
        require(comments, inside, name + "." + field.getName(), found);
      }
    }
  }

  private static void require(DocTrees comments, TreePath path, String name, List<String> found) {
    DocCommentTree comment = comments.getDocCommentTree(path);
    if (comment == null || comment.getFirstSentence().isEmpty()) {
      found.add(name);
    } else if (ABBREVIATION.matcher(comment.getFirstSentence().toString()).find()) {
      found.add(name + ": the first sentence ends in an abbreviation");
    }
  }

  private static boolean isPublic(ModifiersTree modifiers) {
    return modifiers.getFlags().contains(Modifier.PUBLIC);
  }

  private static boolean isPrivate(ModifiersTree modifiers) {
    return modifiers.getFlags().contains(Modifier.PRIVATE);
  }

  private static boolean overrides(MethodTree method) {
    return method.getModifiers().getAnnotations().stream()
        .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
  }

  /** The constructor of a record with exactly its components. */
  private static boolean checksComponents(ClassTree type, MethodTree method) {
    long components =
        type.getMembers().stream()
            .filter(member -> member instanceof VariableTree field && !isStatic(field))
            .count();
    return type.getKind() == Tree.Kind.RECORD
        && method.getReturnType() == null
        && method.getParameters().size() == components;
  }

  private static boolean isStatic(VariableTree field) {
    return field.getModifiers().getFlags().contains(Modifier.STATIC);
  }
}
