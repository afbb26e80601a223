package dev.mercer.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the site: a folder of web pages from all Markdown of the project.
 *
 * <ol>
 *   <li>read every page below the project's root that is no tool's and not built
 *   <li>write it as HTML at the same place of the site, and a list of its pages for every folder
 *       that has no page of its own
 *   <li>follow every link of what was written: copy the pictures and other files of the project
 *       that it leads to, and collect those that lead nowhere
 * </ol>
 *
 * Nothing is listed by hand: what there is, in which order and under which title, follows from the
 * files ({@link Folder}). A folder {@code api} that is already there is linked as the documentation
 * of the API.
 */
public final class DocumentationSite {

  private static final Pattern REFERENCE = Pattern.compile(" (?:href|src)=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");
  private static final String API = "api/index.html";
  private static final String STYLE = "site.css";

  private final Path root;
  private final Path target;
  private final Map<String, Page> pages = new TreeMap<>();
  private final Map<String, String> written = new TreeMap<>();

  DocumentationSite(Path root, Path target) {
    this.root = root;
    this.target = target;
  }

  /** Takes the project's root and the folder to write to. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      System.err.println("usage: DocumentationSite PROJECT FOLDER");
      System.exit(2);
    }
    DocumentationSite site = new DocumentationSite(Path.of(arguments[0]), Path.of(arguments[1]));
    List<String> broken = site.write();
    if (!broken.isEmpty()) {
      System.err.println("links that lead nowhere:\n  " + String.join("\n  ", broken));
      System.exit(1);
    }
    System.out.println(site.pages.size() + " pages: " + site.target.resolve("index.html"));
  }

  /**
   * Writes all files.
   *
   * @return links that lead nowhere, with the page they are on
   */
  List<String> write() throws IOException {
    read();
    Folder tree = Folder.of(pages.values());
    String api = Files.exists(target.resolve(API)) ? API : null;
    PageLayout layout = new PageLayout(tree.title(), new Navigation(tree, api));
    Map<String, String> places = new HashMap<>();
    pages.values().forEach(page -> places.put(page.source(), page.path()));
    for (Folder folder : tree.all()) {
      places.put(folder.path(), folder.indexPath());
      places.put(folder.path().replaceAll("/$", ""), folder.indexPath());
    }
    for (Page page : pages.values()) {
      String text = PageText.html(page, places::get);
      put(
          page.path(),
          layout.html(page.path(), page.title(), page.source(), page.headings(), text));
    }
    for (Folder folder : tree.all()) {
      if (folder.index() == null) {
        String path = folder.indexPath();
        put(path, layout.html(path, folder.title(), "", List.of(), FolderList.html(folder)));
      }
    }
    try (InputStream style = DocumentationSite.class.getResourceAsStream(STYLE)) {
      Files.write(target.resolve(STYLE), style.readAllBytes());
    }
    return followLinks();
  }

  private void read() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(this::isPage).sorted().toList()) {
        String source = Paths.below(root, file);
        pages.put(source, Page.of(source, Files.readString(file)));
      }
    }
  }

  /** Hidden folders are those of tools, {@code target} is built, {@code data} is a user's. */
  private boolean isPage(Path file) {
    String source = Paths.below(root, file);
    return source.endsWith(".md")
        && !source.matches("(.*/)?(\\..*|target/.*)")
        && !source.startsWith("data/");
  }

  private void put(String path, String html) throws IOException {
    Path file = target.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, html);
    written.put(path, html);
  }

  private List<String> followLinks() throws IOException {
    Map<String, Set<String>> ids = new HashMap<>();
    written.forEach((path, html) -> ids.put(path, all(ID, html).collect(Collectors.toSet())));
    List<String> broken = new ArrayList<>();
    for (Map.Entry<String, String> page : written.entrySet()) {
      for (String link : all(REFERENCE, page.getValue()).distinct().toList()) {
        if (!Paths.leadsOut(link) && !leadsSomewhere(page.getKey(), link, ids)) {
          broken.add(page.getKey() + ": " + link);
        }
      }
    }
    return broken;
  }

  private boolean leadsSomewhere(String from, String link, Map<String, Set<String>> ids)
      throws IOException {
    String path = Paths.target(from, link);
    int hash = link.indexOf('#');
    if (ids.containsKey(path)) {
      return hash < 0 || ids.get(path).contains(link.substring(hash + 1));
    }
    Path file = root.resolve(path);
    if (!path.startsWith("..") && Files.isRegularFile(file) && !path.endsWith(".md")) {
      Files.createDirectories(target.resolve(path).getParent());
      Files.copy(file, target.resolve(path), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    return hash < 0 && Files.isRegularFile(target.resolve(path));
  }

  private static Stream<String> all(Pattern pattern, String html) {
    Matcher matcher = pattern.matcher(html);
    return matcher.results().map(result -> result.group(1).replace("&amp;", "&"));
  }
}
