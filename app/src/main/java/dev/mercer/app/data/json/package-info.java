/** JSON and JSON Lines files. */
package dev.mercer.app.data.json;
