"use strict";
(() => {
  const all = (chosen, within = document) => [...within.querySelectorAll(chosen)];
  const one = (chosen, within = document) => within.querySelector(chosen);

  // What only works with this script is shown by it.
  all(".tools, .find").forEach((part) => { part.hidden = false; });

  // Light and dark: what the system says, until the button says otherwise.
  const theme = one("#theme");
  const isDark = () => {
    const own = document.documentElement.dataset.theme;
    return own ? own === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  const showTheme = () => theme.setAttribute("aria-pressed", String(isDark()));
  theme.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    showTheme();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
  showTheme();
  one("#print").addEventListener("click", () => window.print());

  // Tables to sort: by number where cells have one, what is undefined last.
  const keyOf = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
  };
  const sort = (head) => {
    const table = head.closest("table"), body = table.tBodies[0], column = head.cellIndex;
    const rows = [...body.rows].filter((row) => !row.classList.contains("total"));
    const totals = all("tr.total", body);
    const numbers = rows.some((row) => keyOf(row, column) !== null);
    const before = head.getAttribute("aria-sort");
    const down = before === null ? numbers : before === "ascending";
    const sign = down ? -1 : 1;
    rows.sort((a, b) => {
      if (!numbers) {
        return sign * a.cells[column].textContent.localeCompare(b.cells[column].textContent, "en", { numeric: true });
      }
      const [x, y] = [keyOf(a, column), keyOf(b, column)];
      return x === null || y === null ? (x === null) - (y === null) : sign * (x - y);
    });
    all("th[aria-sort]", table).forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...rows, ...totals);
  };
  all("th[data-sorts]").forEach((head) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(head));
  });

  // Long tables to search.
  all(".find").forEach((find) => {
    const rows = [...find.nextElementSibling.querySelector("tbody").rows].filter((row) => !row.classList.contains("total"));
    const input = one("input", find), told = one("[role=status]", find);
    input.addEventListener("input", () => {
      const wanted = input.value.trim().toLowerCase();
      let shown = 0;
      rows.forEach((row) => {
        row.hidden = !row.textContent.toLowerCase().includes(wanted);
        shown += !row.hidden;
      });
      told.textContent = wanted ? `${shown} of ${rows.length}` : "";
    });
  });

  // Of several sliders one is shown.
  all(".choice").forEach((part) => {
    const list = one("select", part);
    list.addEventListener("change", () => all(".chosen", part).forEach((panel, i) => { panel.hidden = i !== list.selectedIndex; }));
  });

  // Sliders: the cells of every step are in the page.
  all(".steps").forEach((part) => {
    const data = JSON.parse(one("script", part).textContent);
    const input = one("input[type=range]", part), output = one("output", part);
    const rows = [...one("tbody", part).rows].filter((row) => !row.classList.contains("group"));
    const svg = data.points.length ? one("svg.ac-chart", part) : null;
    let mark = null;
    if (svg) {
      // Points without a height are lines across the plot.
      mark = document.createElementNS(svg.namespaceURI, data.points[0][1] === null ? "path" : "circle");
      mark.setAttribute("class", `ac-here ${data.colour}`);
      mark.setAttribute("r", "7");
      svg.append(mark);
    }
    const show = () => {
      const step = Number(input.value), said = data.positions[step];
      output.textContent = said;
      input.setAttribute("aria-valuetext", said);
      data.cells[step].forEach((cells, i) => cells.forEach((cell, j) => {
        if (cell === 0) return;
        const place = rows[i].cells[j];
        if (typeof cell === "string") {
          (place.firstElementChild ?? place).textContent = cell;
        } else {
          draw(place, cell);
        }
      }));
      if (mark) {
        const [x, y] = data.points[step];
        mark.setAttribute("d", `M${x} ${data.box[1]}V${data.box[3]}`);
        mark.setAttribute("cx", x);
        mark.setAttribute("cy", y);
      }
    };
    input.addEventListener("input", show);
    show();
    if (!svg) return;
    const nearest = (event) => {
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      let best = 0, least = Infinity;
      data.points.forEach(([x, y], step) => {
        const far = (x - place.x) ** 2 + (y === null ? 0 : (y - place.y) ** 2);
        if (far < least) [best, least] = [step, far];
      });
      if (Number(input.value) !== best) { input.value = String(best); show(); }
    };
    let dragged = false;
    svg.classList.add("ac-draggable");
    svg.addEventListener("pointerdown", (event) => {
      dragged = true;
      svg.setPointerCapture(event.pointerId);
      nearest(event);
    });
    svg.addEventListener("pointermove", (event) => { if (dragged) nearest(event); });
    ["pointerup", "pointercancel"].forEach((name) => svg.addEventListener(name, () => { dragged = false; }));
  });

  // A bar from chance to the value, in pixels.
  function draw(place, pixels) {
    const bar = one("svg.bar", place);
    if (!bar) return;
    bar.toggleAttribute("hidden", pixels === null);
    if (pixels === null) return;
    const [value, chance] = pixels, rect = one("rect", bar);
    rect.setAttribute("x", Math.min(value, chance));
    rect.setAttribute("width", Math.abs(value - chance));
    rect.setAttribute("class", value < chance ? "b-below" : "b-above");
    one(".b-chance", bar).setAttribute("d", `M${chance} 1V15`);
  }

  // The data, to keep or to paste: tables whose rows have the same names are packed, see data.py.
  const unpacked = ({ tables, data }) => {
    tables.forEach((path) => {
      const holder = path.slice(0, -1).reduce((value, step) => value[step], data), last = path[path.length - 1];
      const { names, same, rows } = holder[last];
      holder[last] = rows.map((row) => {
        let at = 0;
        return Object.fromEntries(names.map((name) => [name, Object.hasOwn(same, name) ? same[name] : row[at++]]));
      });
    });
    return data;
  };
  const data = `${JSON.stringify(unpacked(JSON.parse(one("#data").textContent)), null, 2)}\n`, told = one("#told");
  one("#download").addEventListener("click", (event) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data], { type: "application/json" }));
    link.download = event.target.dataset.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
  one("#copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(data);
      told.textContent = "Copied.";
    } catch {
      told.textContent = "The browser does not allow it here: download the data instead.";
    }
  });

  // Links lead into what is folded. It stays folded for the printer: it may be thirty pages.
  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target) return;
    const folded = target.closest("details") ?? one("details", target);
    if (folded) folded.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  // What scrolls sideways can be reached by the keyboard.
  const reach = () => all(".scroll").forEach((box) => {
    const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (!scrolls) {
      ["tabindex", "role", "aria-label"].forEach((name) => box.removeAttribute(name));
      return;
    }
    const title = one("h2, h3", box.closest("section") ?? document);
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", `${title ? title.textContent : "Table"}, scrolls`);
  });
  new ResizeObserver(reach).observe(document.body);
  all("details").forEach((part) => part.addEventListener("toggle", reach));
})();
