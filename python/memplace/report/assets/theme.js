// Light and dark: as the system says, until the reader chooses. Colours that the script
// needs are those of page.css.

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const themeListeners = [];

/** A colour of page.css, by its name there without "--". */
function themeColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Shows `choice`: "system", "light" or "dark". */
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
