"use strict";
(() => {
  const page = document.documentElement;
  const form = document.getElementById("filters");
  const shown = document.getElementById("shown");
  const items = [...document.querySelectorAll("[data-file]")];
  page.classList.add("js");

  // What a choice is about: an item without such a value is not.
  const suits = (item, name, value) =>
    !value || !(name in item.dataset) ||
    item.dataset[name].split(" ").includes(value);

  const count = (kind) => {
    const all = items.filter((item) => item.dataset.kind === kind);
    const left = all.filter((item) => !item.hidden).length;
    return left.toLocaleString("en") + " of " +
      all.length.toLocaleString("en") + " " + kind;
  };

  const filter = () => {
    const text = form.elements.text.value.toLowerCase();
    for (const item of items) {
      item.hidden = !["file", "check", "verdict"].every((name) =>
        suits(item, name, form.elements[name].value)) ||
        (text && item.dataset.kind !== "files" &&
         !item.textContent.toLowerCase().includes(text));
    }
    shown.value = count("accesses") + ", " + count("findings") + " shown";
  };
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();

  // "1,056"; what has no figure is less than any.
  const keyOf = (row, column) => {
    const cell = row.cells[column], text = cell.textContent;
    if (!cell.classList.contains("number"))
      return text;
    return text === "-" ? -1 : Number(text.replaceAll(",", ""));
  };
  const sortBy = (table, heading, column) => {
    const up = heading.getAttribute("aria-sort") === "descending" ||
      (!heading.hasAttribute("aria-sort") &&
       !heading.classList.contains("number"));
    for (const other of table.tHead.rows[0].cells)
      other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", up ? "ascending" : "descending");
    const order = (left, right) => {
      const a = keyOf(left, column), b = keyOf(right, column);
      const sign = typeof a === "number" ? a - b
        : a.localeCompare(b, undefined, { numeric: true });
      return up ? sign : -sign;
    };
    table.tBodies[0].append(...[...table.tBodies[0].rows].sort(order));
  };
  for (const table of document.querySelectorAll("table.list"))
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => sortBy(table, heading, column));
    });

  // Paper shows what the screen would unfold, a link what it leads to.
  const openAll = () => {
    for (const folded of document.querySelectorAll("details:not([open])")) {
      folded.open = true;
      folded.dataset.forPaper = "";
    }
  };
  const closeAll = () => {
    for (const folded of document.querySelectorAll("details[data-for-paper]")) {
      folded.open = false;
      delete folded.dataset.forPaper;
    }
  };
  addEventListener("beforeprint", openAll);
  addEventListener("afterprint", closeAll);
  const reveal = () => {
    const aim = location.hash && document.getElementById(location.hash.slice(1));
    for (let at = aim; at; at = at.parentElement)
      if (at.tagName === "DETAILS")
        at.open = true;
    if (aim)
      aim.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
})();
