/** What concerns files of any format: names, patterns, compression, character encoding. */
package dev.mercer.app.data.file;
