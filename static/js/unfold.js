// "Why here": a link with data-unfold opens its fragment under the row, and closes it again.

function rowFor(link) {
  const row = link.closest("tr");
  const opened = document.createElement("tr");
  opened.className = "why-row";
  const cell = opened.insertCell();
  cell.colSpan = row.cells.length;
  row.after(opened);
  return [opened, cell];
}

async function open(link) {
  const answer = await fetch(link.href, { headers: { "X-Fragments": "1" } });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [opened, cell] = rowFor(link);
  cell.append(...(page.querySelector("[data-why]") ?? page.querySelector("main") ?? page.body).childNodes);
  opened.dispatchEvent(new CustomEvent("fragment", { bubbles: true }));
  return opened;
}

export function start(table) {
  const opened = new WeakMap();
  table.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-unfold]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (opened.get(link)?.isConnected) {
      opened.get(link).remove();
      link.ariaExpanded = "false";
      return;
    }
    try {
      opened.set(link, await open(link));
      link.ariaExpanded = "true";
    } catch {
      location.href = link.href; // the page itself says what is wrong
    }
  });
}
