"use strict";
(function () {
  // Bars of spread at a point: data are [x, low, high, whether low is on the axis].
  function spread(params, api) {
    var low = api.coord([api.value(0), api.value(1)]);
    if (!api.value(3)) {
      low[1] = params.coordSys.y + params.coordSys.height;
    }
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

  // Labels of axes: short, whatever the size of the numbers.
  function tick(value) {
    var size = Math.abs(value);
    return size >= 1e5 || (size > 0 && size < 1e-3)
      ? value.toExponential().replace("e+", "e")
      : String(Number(value.toPrecision(6)));
  }

  function escaped(text) {
    return String(text).replace(/[&<>"]/g, function (c) {
      return { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[c];
    });
  }

  // Replaces all values along y of a plot.
  function change(option, by) {
    option.series.forEach(function (series) {
      series.data.forEach(function (item) {
        var value = Array.isArray(item) ? item : item.value;
        var last = series.renderItem ? 2 : 1;
        for (var k = 1; k <= last; k++) {
          value[k] = by(value[k]);
        }
      });
    });
  }

  // A logarithmic axis over many decades. ECharts leaves out labels below 1e-10, so values are
  // multiplied by a power of ten, which is returned: labels and tooltips take it back. And of more
  // than ten decades it labels every tenth; it labels powers of the base, so that is what is chosen.
  function logarithmic(option) {
    var least = Infinity;
    var most = 0;
    change(option, function (value) {
      least = Math.min(least, value);
      most = Math.max(most, value);
      return value;
    });
    var low = Math.floor(Math.log10(least));
    var high = Math.ceil(Math.log10(most));
    if (!isFinite(low) || high - low < 3) {
      return 1;
    }
    var step = Math.ceil((high - low) / 6);
    var power = low < -5 || step > 1 ? -low : 0;
    var factor = Math.pow(10, power);
    change(option, function (value) { return value * factor; });
    option.yAxis.min = Math.pow(10, low + power);
    option.yAxis.max = Math.pow(10, low + power + step * Math.ceil((high - low) / step));
    option.yAxis.logBase = Math.pow(10, step);
    return factor;
  }

  function hover(params, factor) {
    var values = Array.isArray(params.value) ? params.value.slice() : [params.value];
    if (values.length > 1) {
      values[1] /= factor;
    }
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
    var factor = option.yAxis && option.yAxis.type === "log" ? logarithmic(option) : 1;
    if (option.tooltip) {
      option.tooltip.formatter = function (params) { return hover(params, factor); };
    }
    [option.xAxis, option.yAxis].forEach(function (axis) {
      if (axis && axis.type !== "category") {
        var unit = axis === option.yAxis ? factor : 1;
        axis.axisLabel = {
          formatter: function (value) { return tick(Number((value / unit).toPrecision(6))); }
        };
      }
    });
    var names = option.xAxis && option.xAxis.type === "category" && option.xAxis.axisLabel;
    if (names) {
      names.width = Math.floor(
        (Math.min(window.innerWidth, 960) - 110) / option.xAxis.data.length) - 4;
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
