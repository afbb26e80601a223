package dev.mercer.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A folder that has pages, itself or in folders below, in the order in which they are read: that in
 * which the page of the folder links to them, then that of the pages of the folders above; what
 * none of them links to comes last, by its title.
 *
 * @param path from the root, with a slash at its end; empty for the root
 * @param index the page of the folder; null where it has none
 * @param entries pages and folders
 */
record Folder(String path, Page index, List<Entry> entries) {

  /** A page of a folder, or a folder in it: the other one is null. */
  record Entry(Page page, Folder folder) {

    String title() {
      return page == null ? folder.title() : page.label();
    }

    private boolean holds(String source) {
      return page == null ? (source + "/").startsWith(folder.path) : source.equals(page.source());
    }
  }

  /** The folders of all pages, from the root. */
  static Folder of(Iterable<Page> pages) {
    Map<String, Page> sorted = new TreeMap<>();
    pages.forEach(page -> sorted.put(page.source(), page));
    return of("", List.copyOf(sorted.values()), List.of());
  }

  /** What a list of pages calls it: the title of its page, or its name in words. */
  String title() {
    if (index != null) {
      return index.label();
    }
    String words = Paths.name(path).replace("/", "").replace('-', ' ');
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** The page that shows what the folder holds. */
  String indexPath() {
    return path + "index.html";
  }

  /** This folder and all below. */
  List<Folder> all() {
    List<Folder> found = new ArrayList<>(List.of(this));
    for (Entry entry : entries) {
      if (entry.folder() != null) {
        found.addAll(entry.folder().all());
      }
    }
    return found;
  }

  private static Folder of(String path, List<Page> pages, List<List<String>> linkedAbove) {
    Page index = null;
    Map<String, List<Page>> below = new TreeMap<>();
    List<Entry> entries = new ArrayList<>();
    for (Page page : pages) {
      String rest = page.source().substring(path.length());
      int slash = rest.indexOf('/');
      if (slash >= 0) {
        String folder = path + rest.substring(0, slash + 1);
        below.computeIfAbsent(folder, name -> new ArrayList<>()).add(page);
      } else if (page.isIndex() && index != null) {
        throw new IllegalArgumentException(
            index.source() + " and " + page.source() + " are both the page of their folder");
      } else if (page.isIndex()) {
        index = page;
      } else {
        entries.add(new Entry(page, null));
      }
    }
    List<List<String>> linked = new ArrayList<>();
    if (index != null) {
      linked.add(targets(index));
    }
    linked.addAll(linkedAbove);
    below.forEach((name, inside) -> entries.add(new Entry(null, of(name, inside, linked))));
    Comparator<Entry> order = Comparator.comparing(entry -> 0);
    for (List<String> targets : linked) {
      order = order.thenComparing(entry -> place(entry, targets));
    }
    entries.sort(order.thenComparing(Entry::title));
    return new Folder(path, index, List.copyOf(entries));
  }

  private static int place(Entry entry, List<String> targets) {
    for (int i = 0; i < targets.size(); i++) {
      if (entry.holds(targets.get(i))) {
        return i;
      }
    }
    return Integer.MAX_VALUE;
  }

  private static List<String> targets(Page page) {
    return page.links().stream()
        .filter(link -> !Paths.leadsOut(link))
        .map(link -> Paths.target(page.source(), link))
        .toList();
  }
}
