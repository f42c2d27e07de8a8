// The table as a whole: how it was counted, the longest win, samples, the plot.
import * as api from "./api.js";
import { sentence } from "./values.js";
import { chip } from "./moves.js";

const $ = (id) => document.getElementById(id);

// explore shows what there is to see of a game once people open it; show(position, turns) sets one up.
// index() is that of the position shown, or null.
export function explore(game, show, failed, index, busy) {
  const details = $("explore");
  $("facts").replaceChildren();
  $("samples").replaceChildren();
  $("plot").hidden = true;
  let loaded = false;
  details.ontoggle = () => {
    if (loaded || !details.open) return;
    loaded = true;
    busy(() => fill(game, show, failed, index));
  };
  details.ontoggle();
}

async function fill(game, show, failed, index) {
  const stats = await api.stats(game);
  if ($("game").value !== game) return; // another one was chosen meanwhile
  const facts = [];
  const fact = (...parts) => {
    const p = document.createElement("p");
    p.append(...parts);
    facts.push(p);
  };
  fact(`${stats.positions.toLocaleString("en")} positions`);
  if (stats.start) fact("The start: ", link(stats.start.position, () => show(stats.start.position, [])), " ", chip(stats.start.value), " ", sentence(stats.start.value, stats.start.plies));
  const starts = stats.starts;
  if (starts) {
    const share = (n) => `${((100 * n) / starts.count).toFixed(2)} %`;
    fact(`Of ${starts.count.toLocaleString("en")} ${starts.what} the player who moves first wins ${share(starts.won)} (${share(starts.won_at_once)} in the first turn), draws ${share(starts.drawn)} and loses ${share(starts.lost)}. Before they are chosen: `, chip(starts.value), ".");
  }
  const longest = stats.longest_win;
  if (longest) {
    fact(/^\d/.test(longest.value) ? "Hardest position: " : "Longest win: ", link(longest.position, () => show(longest.position, [])), " ", chip(longest.value), " ", link("play it out", async () => {
      try {
        const line = await api.line(game, longest.position);
        show(longest.position, line.moves);
      } catch (error) {
        failed(error);
      }
    }));
  }
  const verified = stats.verified;
  if (verified) fact(verified.all ? "Verified: every value was recomputed from its successors." : `Not verified as a whole: ${verified.positions.toLocaleString("en")} random values were recomputed from their successors.`);
  else if (stats.table_sha256) fact("Not verified.");
  $("facts").replaceChildren(...facts);
  const values = Object.entries(stats.values ?? {}).filter(([, n]) => n > 0);
  $("sample-value").replaceChildren(...values.map(([value, n]) => new Option(`${value} (${n.toLocaleString("en")})`, value)));
  $("sample").hidden = values.length === 0;
  if (longest) $("sample-value").value = longest.value;
  $("samples").replaceChildren();
  $("sample").onsubmit = async (event) => {
    event.preventDefault();
    try {
      const found = await api.sample(game, $("sample-value").value, 8);
      $("samples").replaceChildren(...found.map((a) => {
        const li = document.createElement("li");
        li.append(link(a.position, () => show(a.position, [])), " ", chip(a.value));
        return li;
      }));
    } catch (error) {
      failed(error);
    }
  };
  for (const [id, back] of [["near-back", true], ["near-on", false]]) {
    $(id).onclick = async () => {
      try {
        const found = await api.near(game, $("sample-value").value, index() ?? 0, back);
        show(found.position, []);
      } catch (error) {
        failed(error);
      }
    };
  }
  $("plot").hidden = values.length === 0;
  if (values.length) $("plot").src = api.plot(game);
}

function link(text, act) {
  const b = document.createElement("button");
  b.type = "button";
  b.className = "link";
  b.textContent = text;
  b.addEventListener("click", act);
  return b;
}
