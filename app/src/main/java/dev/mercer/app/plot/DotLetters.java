package dev.mercer.app.plot;

import java.awt.image.WritableRaster;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Short captions in letters of 5 x 7 dots, drawn without any font, because a machine may have no
 * fonts and Java then fails on the first letter. Small letters are drawn as capitals; a character
 * without a shape here is drawn as a box.
 */
final class DotLetters {

  static final int HEIGHT = 7;

  private static final int WIDTH = 5;

  /** The distance from one letter to the next. */
  private static final int STEP = WIDTH + 1;

  /** Each letter as seven rows from top to bottom, five bits each, the left dot highest. */
  private static final Map<Character, int[]> SHAPES = new HashMap<>();

  private static final int[] BOX = {31, 17, 17, 17, 17, 17, 31};

  static {
    put(' ', 0, 0, 0, 0, 0, 0, 0);
    put('0', 14, 17, 19, 21, 25, 17, 14);
    put('1', 4, 12, 4, 4, 4, 4, 14);
    put('2', 14, 17, 1, 6, 8, 16, 31);
    put('3', 14, 17, 1, 6, 1, 17, 14);
    put('4', 2, 6, 10, 18, 31, 2, 2);
    put('5', 31, 16, 30, 1, 1, 17, 14);
    put('6', 6, 8, 16, 30, 17, 17, 14);
    put('7', 31, 1, 2, 4, 4, 8, 8);
    put('8', 14, 17, 17, 14, 17, 17, 14);
    put('9', 14, 17, 17, 15, 1, 2, 12);
    put('A', 4, 10, 17, 17, 31, 17, 17);
    put('B', 30, 17, 17, 30, 17, 17, 30);
    put('C', 14, 17, 16, 16, 16, 17, 14);
    put('D', 28, 18, 17, 17, 17, 18, 28);
    put('E', 31, 16, 16, 30, 16, 16, 31);
    put('F', 31, 16, 16, 30, 16, 16, 16);
    put('G', 14, 17, 16, 23, 17, 17, 15);
    put('H', 17, 17, 17, 31, 17, 17, 17);
    put('I', 14, 4, 4, 4, 4, 4, 14);
    put('J', 7, 2, 2, 2, 2, 18, 12);
    put('K', 17, 18, 20, 24, 20, 18, 17);
    put('L', 16, 16, 16, 16, 16, 16, 31);
    put('M', 17, 27, 21, 21, 17, 17, 17);
    put('N', 17, 25, 25, 21, 19, 19, 17);
    put('O', 14, 17, 17, 17, 17, 17, 14);
    put('P', 30, 17, 17, 30, 16, 16, 16);
    put('Q', 14, 17, 17, 17, 21, 18, 13);
    put('R', 30, 17, 17, 30, 20, 18, 17);
    put('S', 15, 16, 16, 14, 1, 1, 30);
    put('T', 31, 4, 4, 4, 4, 4, 4);
    put('U', 17, 17, 17, 17, 17, 17, 14);
    put('V', 17, 17, 17, 17, 10, 10, 4);
    put('W', 17, 17, 17, 21, 21, 27, 17);
    put('X', 17, 10, 4, 4, 4, 10, 17);
    put('Y', 17, 17, 10, 4, 4, 4, 4);
    put('Z', 31, 1, 2, 4, 8, 16, 31);
    put('.', 0, 0, 0, 0, 0, 12, 12);
    put(',', 0, 0, 0, 0, 12, 4, 8);
    put(':', 0, 12, 12, 0, 12, 12, 0);
    put('-', 0, 0, 0, 14, 0, 0, 0);
    put('+', 0, 4, 4, 31, 4, 4, 0);
    put('=', 0, 0, 31, 0, 31, 0, 0);
    put('/', 1, 1, 2, 4, 8, 16, 16);
    put('%', 25, 25, 2, 4, 8, 19, 19);
    put('(', 2, 4, 8, 8, 8, 4, 2);
    put(')', 8, 4, 2, 2, 2, 4, 8);
  }

  private DotLetters() {}

  private static void put(char letter, int... shape) {
    SHAPES.put(letter, shape);
  }

  /** The width of a text in dots. */
  static int width(String text) {
    return Math.max(0, text.length() * STEP - 1);
  }

  /** Draws a text with its upper left corner at (x, y); dots outside the raster are left out. */
  static void draw(WritableRaster raster, int x, int y, String text, int gray) {
    String letters = text.toUpperCase(Locale.ROOT);
    for (int k = 0; k < letters.length(); k++) {
      int[] shape = SHAPES.getOrDefault(letters.charAt(k), BOX);
      for (int row = 0; row < HEIGHT; row++) {
        for (int column = 0; column < WIDTH; column++) {
          int px = x + k * STEP + column;
          int py = y + row;
          boolean dot = (shape[row] >> (WIDTH - 1 - column) & 1) == 1;
          if (dot && px < raster.getWidth() && py < raster.getHeight()) {
            raster.setSample(px, py, 0, gray);
          }
        }
      }
    }
  }
}
