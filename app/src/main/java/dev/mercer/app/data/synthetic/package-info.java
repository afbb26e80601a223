/** Data that ships with the program or is synthetic: builtin:NAME and synthetic:NAME(…). */
package dev.mercer.app.data.synthetic;
