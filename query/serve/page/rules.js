// Rules come as plain text in lines of a fixed width: paragraphs are joined again, and what is drawn in text stays.
export function showRules(parent, text) {
  const blocks = [];
  for (const line of text.split("\n")) {
    const kind = line.trim() === "" ? "gap" : /^\s/.test(line) ? "pre" : "p";
    const last = blocks.at(-1);
    if (kind === "gap" || last?.kind !== kind) blocks.push({ kind, lines: [line] });
    else last.lines.push(line);
  }
  parent.replaceChildren(...blocks.filter(({ kind }) => kind !== "gap").map(({ kind, lines }) => {
    const e = document.createElement(kind);
    e.textContent = lines.join(kind === "pre" ? "\n" : " ");
    return e;
  }));
}
