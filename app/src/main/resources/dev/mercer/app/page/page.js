"use strict";
(function () {
  // Bars of spread at a point: data are [x, low, high].
  function spread(params, api) {
    var low = api.coord([api.value(0), api.value(1)]);
    var high = api.coord([api.value(0), api.value(2)]);
    var style = { stroke: api.visual("color"), lineWidth: 1.5 };
    function line(x1, y1, x2, y2) {
      return { type: "line", shape: { x1: x1, y1: y1, x2: x2, y2: y2 }, style: style };
    }
    return {
      type: "group",
      children: [
        line(low[0], low[1], high[0], high[1]),
        line(low[0] - 4, low[1], low[0] + 4, low[1]),
        line(high[0] - 4, high[1], high[0] + 4, high[1])
      ]
    };
  }

  function number(value) {
    return typeof value === "number" ? String(Number(value.toPrecision(5))) : String(value);
  }

  function escaped(text) {
    return String(text).replace(/[&<>"]/g, function (c) {
      return { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[c];
    });
  }

  function hover(params) {
    var values = Array.isArray(params.value) ? params.value : [params.value];
    var said = params.data && params.data.name ? params.data.name : "";
    return (
      "<b>" + escaped(params.seriesName || "") + "</b>" +
      (said ? "<br>" + escaped(said) : "") +
      "<br>" + values.map(number).map(escaped).join(", ")
    );
  }

  var charts = [];
  document.querySelectorAll("script[data-plot]").forEach(function (source) {
    var option = JSON.parse(source.textContent);
    (option.series || []).forEach(function (series) {
      if (series.renderItem === "mercer:spread") {
        series.renderItem = spread;
      }
    });
    if (option.tooltip) {
      option.tooltip.formatter = hover;
    }
    var chart = echarts.init(document.getElementById(source.dataset.plot));
    if (window.innerWidth < 600 && option.grid) {
      option.grid.left = 52;
      option.grid.right = 16;
      option.grid.top = 104;
      if (option.yAxis && option.yAxis.name) {
        option.yAxis.nameLocation = "end";
        option.yAxis.nameGap = 8;
        option.yAxis.nameTextStyle = { align: "left" };
      }
      if (option.toolbox) {
        option.toolbox.show = false;
      }
      if (option.title) {
        option.title.textStyle = { fontSize: 13, width: window.innerWidth - 40, overflow: "break" };
        option.title.subtextStyle = { fontSize: 11, width: window.innerWidth - 40, overflow: "break" };
      }
    }
    chart.setOption(option);
    charts.push(chart);
  });
  window.addEventListener("resize", function () {
    charts.forEach(function (chart) { chart.resize(); });
  });

  function key(row, column) {
    var cell = row.children[column];
    return cell.dataset.value !== undefined ? Number(cell.dataset.value) : cell.textContent;
  }

  function sort(table, header, column) {
    var ascending = header.getAttribute("aria-sort") !== "ascending";
    table.querySelectorAll("th").forEach(function (other) { other.removeAttribute("aria-sort"); });
    header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    var body = table.tBodies[0];
    Array.from(body.rows)
      .sort(function (a, b) {
        var left = key(a, column);
        var right = key(b, column);
        var order =
          typeof left === "number" && typeof right === "number"
            ? left - right
            : String(left).localeCompare(String(right), "en", { numeric: true });
        return ascending ? order : -order;
      })
      .forEach(function (row) { body.appendChild(row); });
  }

  document.querySelectorAll("table.sortable").forEach(function (table) {
    table.querySelectorAll("th").forEach(function (header, column) {
      header.addEventListener("click", function () { sort(table, header, column); });
      header.addEventListener("keydown", function (event) {
        if (event.key === "Enter") {
          sort(table, header, column);
        }
      });
    });
  });
})();
