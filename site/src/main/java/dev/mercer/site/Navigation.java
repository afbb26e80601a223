package dev.mercer.site;

import dev.mercer.site.Folder.Entry;
import java.util.ArrayList;
import java.util.List;

/**
 * The list of all pages that stands beside each of them: first those of the folder {@code docs},
 * which is what a reader comes for, then the other folders, then the pages beside the first one,
 * which are about the project. A group is open where the reader is in it, since no script can
 * scroll to the page that is read.
 */
final class Navigation {

  /** The first page shows groups of up to this many pages open, to tell what there is. */
  private static final int FEW = 12;

  private static final String DOCS = "docs/";
  private static final String OVERVIEW = "Overview";

  /** A place in the list: a page, or a group of places where {@code path} is null. */
  private record Place(String path, String title, List<Place> places) {

    boolean holds(String current) {
      return path == null
          ? places.stream().anyMatch(place -> place.holds(current))
          : path.equals(current);
    }
  }

  private final String first;
  private final List<Place> places = new ArrayList<>();

  /**
   * @param apiPath the first page of the API's documentation, null where there is none
   */
  Navigation(Folder root, String apiPath) {
    first = root.indexPath();
    places.add(new Place(first, OVERVIEW, List.of()));
    List<Place> project = new ArrayList<>();
    List<Place> folders = new ArrayList<>();
    for (Entry entry : root.entries()) {
      if (entry.page() != null) {
        project.add(place(entry));
      } else if (entry.folder().path().equals(DOCS)) {
        places.addAll(inside(entry.folder(), entry.folder().title()));
      } else {
        folders.add(place(entry));
      }
    }
    places.addAll(folders);
    if (apiPath != null) {
      places.add(new Place(apiPath, "API", List.of()));
    }
    if (!project.isEmpty()) {
      places.add(new Place(null, "Project", project));
    }
  }

  private static Place place(Entry entry) {
    return entry.page() != null
        ? new Place(entry.page().path(), entry.page().label(), List.of())
        : new Place(null, entry.folder().title(), inside(entry.folder(), OVERVIEW));
  }

  private static List<Place> inside(Folder folder, String titleOfIndex) {
    List<Place> found = new ArrayList<>();
    if (folder.index() != null) {
      found.add(new Place(folder.indexPath(), titleOfIndex, List.of()));
    }
    folder.entries().forEach(entry -> found.add(place(entry)));
    return found;
  }

  String html(String current) {
    StringBuilder html = new StringBuilder();
    list(html, places, current);
    return html.toString();
  }

  /** The link to the page before or behind this one; empty where there is none. */
  String neighbor(String current, int step) {
    List<Place> order = new ArrayList<>();
    places.forEach(place -> flatten(place, order));
    for (int i = 0; i < order.size(); i++) {
      int j = i + step;
      if (order.get(i).path().equals(current) && j >= 0 && j < order.size()) {
        return link(order.get(j), current, step < 0 ? " rel=\"prev\"" : " rel=\"next\"");
      }
    }
    return "";
  }

  private static void flatten(Place place, List<Place> order) {
    if (place.path() != null) {
      order.add(place);
    }
    place.places().forEach(inside -> flatten(inside, order));
  }

  private void list(StringBuilder html, List<Place> places, String current) {
    html.append("<ul>\n");
    for (Place place : places) {
      html.append("<li>");
      if (place.path() != null) {
        boolean here = place.path().equals(current);
        html.append(link(place, current, here ? " aria-current=\"page\"" : ""));
      } else {
        boolean open =
            place.holds(current) || current.equals(first) && place.places().size() <= FEW;
        html.append(open ? "<details open>" : "<details>");
        html.append("<summary>").append(PageLayout.escape(place.title())).append("</summary>\n");
        list(html, place.places(), current);
        html.append("</details>");
      }
      html.append("</li>\n");
    }
    html.append("</ul>\n");
  }

  private static String link(Place place, String current, String attributes) {
    return "<a href=\""
        + PageLayout.escape(Paths.link(current, place.path()))
        + "\""
        + attributes
        + ">"
        + PageLayout.escape(place.title())
        + "</a>";
  }
}
