// Light or dark by hand: remembered in a cookie, so that the server paints the next page right at once.

const YEAR = 31536000;

function shown() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

export function watchTheme() {
  document.querySelector("[data-theme-switch]")?.addEventListener("click", () => {
    const theme = shown() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme}; path=/; max-age=${YEAR}; samesite=lax`;
  });
}
