/** Files before their format matters: names, patterns, compression, character encoding. */
package dev.mercer.app.data.file;
