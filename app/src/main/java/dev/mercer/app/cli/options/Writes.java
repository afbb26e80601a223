package dev.mercer.app.cli.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks an option that names what a command writes, and replaces if it exists. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Writes {

  /** If the option names a folder: the files in it, by name or glob. */
  String[] inside() default {};
}
