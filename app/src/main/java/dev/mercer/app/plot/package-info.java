/** Pictures as text or bytes, without a window system: what verbs write beside their tables. */
package dev.mercer.app.plot;
