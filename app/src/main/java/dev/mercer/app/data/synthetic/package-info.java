/** Data that come with the program or are made up: builtin:NAME and synthetic:NAME(…). */
package dev.mercer.app.data.synthetic;
