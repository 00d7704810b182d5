// The search field for buffers, with the list of matches.

const MAX_MATCHES = 12;

class Search {
  constructor() {
    this.input = document.getElementById("query");
    this.list = document.getElementById("matches");
    this.input.addEventListener("input", () => this.update());
    this.input.addEventListener("focus", () => this.update());
    this.input.addEventListener("blur", () => this.hide());
    this.input.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("keydown", (event) => {
      const isField = /^(INPUT|SELECT)$/.test(document.activeElement.tagName) && document.activeElement.type !== "radio";
      if (event.key === "Escape" && document.activeElement !== this.input) selectBuffer(null);
      if (event.key !== "/" || isField) return;
      event.preventDefault();
      this.input.focus();
    });
    this.found = [];
  }

  hide() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
  }

  update() {
    this.found = findBuffers(this.input.value, MAX_MATCHES);
    this.active = 0;
    const nothing = this.input.value.trim() && !this.found.length;
    const items = this.found.map((buffer, index) => {
      const { size, begin, end } = problem.buffers;
      const facts = `${formatBytes(size[buffer])}, ${stepsText(begin[buffer], end[buffer])}`;
      const item = make("li", "", swatch(colourOf(buffer)), nameElement(problem.buffers.name[buffer], 40), make("span", "facts", facts));
      item.id = `match-${index}`;
      item.setAttribute("role", "option");
      // Before the input loses the focus, which hides the list.
      item.addEventListener("mousedown", (event) => { event.preventDefault(); this.choose(buffer); });
      return item;
    });
    if (nothing) items.push(make("li", "", make("span", "facts", "no buffer has this in its name")));
    this.list.replaceChildren(...items);
    this.list.hidden = !items.length;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((item, index) => {
      const isActive = index === this.active && this.found.length > 0;
      item.classList.toggle("active", isActive);
      item.setAttribute("aria-selected", String(isActive));
      if (isActive) this.input.setAttribute("aria-activedescendant", item.id);
    });
  }

  choose(buffer) {
    this.hide();
    this.input.value = problem.buffers.name[buffer];
    selectBuffer(buffer);
  }

  press(event) {
    if (event.key === "Escape") {
      this.input.value = "";
      this.update();
      selectBuffer(null);
    } else if (event.key === "Enter" && this.found.length) {
      this.choose(this.found[this.active]);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && this.found.length) {
      event.preventDefault();
      this.active = (this.active + (event.key === "ArrowDown" ? 1 : this.found.length - 1)) % this.found.length;
      this.mark();
    }
  }
}
