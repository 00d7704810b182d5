// Light and dark theme: the system's, until the reader chooses. Colours in scripts are those of page.css.

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const themeListeners = [];

/** A colour of page.css, by its name there without "--". */
function themeColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Applies `choice`: "system", "light" or "dark". */
function setTheme(choice) {
  const isDark = choice === "dark" || (choice === "system" && systemIsDark.matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  for (const listener of themeListeners) listener();
}

function drawThemeSwitch(parent) {
  let choice = "system";
  parent.append(segmented("theme", "theme", [["system", "auto"], ["light", "light"], ["dark", "dark"]], choice, (chosen) => {
    choice = chosen;
    setTheme(choice);
  }));
  systemIsDark.addEventListener("change", () => setTheme(choice));
  setTheme(choice);
}
