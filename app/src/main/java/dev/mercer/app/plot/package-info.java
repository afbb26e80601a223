/** Pictures as text or bytes, made without a window system, which commands write with tables. */
package dev.mercer.app.plot;
