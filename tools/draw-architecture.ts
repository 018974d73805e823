/**
 * Draws docs/architecture.svg from the code: each domain with its nouns, lowest last, and which lower ones it imports. With
 * `--verify` it fails when the picture is not what the code says.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { importsOf } from "./imports.ts";
import { domains, sourceFiles } from "./source-files.ts";

const picture = "docs/architecture.svg";

const WIDTH = 1280;
const NAME = 118;
const DOT = 17;
const MATRIX = domains.length * DOT + 16;
const LINE = 17;
/** Of the nouns' letters, on average. */
const LETTER = 6.1;

const drawn = draw();
if (process.argv.includes("--verify")) {
  const same = readFileSync(picture, "utf8") === drawn;
  console.log(same ? `${picture} is what the code says` : `${picture} is old: node tools/draw-architecture.ts`);
  process.exit(same ? 0 : 1);
}
writeFileSync(picture, drawn);

function draw(): string {
  const uses = usedDomains();
  const top = 118;
  const rows: string[] = [];
  let y = top;
  for (const domain of [...domains].reverse()) {
    const lines = wrapped(nounsOf(domain), WIDTH - NAME - MATRIX - 40);
    const height = Math.max(1, lines.length) * LINE + 14;
    const dots = domains.map((lower, place) => {
      const x = WIDTH - MATRIX + place * DOT;
      if (lower === domain)
        return `<rect class="self" x="${x - 5}" y="${y + height / 2 - 5}" width="10" height="10" rx="2"/>`;
      return uses.get(domain)?.has(lower) ? `<circle class="use" cx="${x}" cy="${y + height / 2}" r="4.5"/>` : "";
    });
    rows.push(
      `<rect class="band" x="12" y="${y}" width="${WIDTH - 24}" height="${height}" rx="6"/>`,
      `<text class="domain" x="24" y="${y + 21}">${domain}</text>`,
      ...lines.map((line, place) => `<text class="noun" x="${NAME + 24}" y="${y + 21 + place * LINE}">${line}</text>`),
      ...dots.filter(Boolean),
    );
    y += height + 5;
  }
  const heads = domains.map(
    (domain, place) =>
      `<text class="head" transform="translate(${WIDTH - MATRIX + place * DOT + 4} ${top - 8}) rotate(-60)">${domain}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 12}" role="img" aria-label="Domains of the portal, their nouns, and which domain imports which">
<style>
:root{color-scheme:light dark}
text{font-family:system-ui,sans-serif;fill:#1c2521}
.paper{fill:#fbfaf6}.band{fill:#eef1ec}.title{font-size:20px;font-weight:600}.said{font-size:13px;fill:#51605a}
.domain{font-size:14px;font-weight:600}.noun{font-size:12px}.head{font-size:11px;fill:#51605a}
.use{fill:#0f5240}.self{fill:#b98a2f}
@media (prefers-color-scheme:dark){text{fill:#e6ebe7}.paper{fill:#121714}.band{fill:#1d2520}.said,.head{fill:#a5b3ab}.use{fill:#86cdb1}.self{fill:#d3a84f}}
</style>
<rect class="paper" width="${WIDTH}" height="${y + 12}"/>
<text class="title" x="24" y="38">The domains of the portal and their nouns</text>
<text class="said" x="24" y="62">A domain imports only from those below it. ● stands where it does, ■ is the domain itself.</text>
<text class="said" x="24" y="82">${domains.length} domains, ${domains.reduce((sum, domain) => sum + nounsOf(domain).length, 0)} nouns. Made from the code.</text>
${[...heads, ...rows].join("\n")}
</svg>
`;
}

function nounsOf(domain: string): string[] {
  return globSync(`src/${domain}/*/`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** By domain, the lower ones that its files import, tests left out. */
function usedDomains(): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>(domains.map((domain) => [domain, new Set()]));
  for (const file of sourceFiles()) {
    if (/\.test\.tsx?$|\.generated\.ts$/.test(file)) continue;
    const [, own = ""] = file.split("/");
    for (const { to } of importsOf(file)) {
      const [root, other = ""] = to.split("/");
      if (root === "src" && other !== own) uses.get(own)?.add(other);
    }
  }
  return uses;
}

function wrapped(words: readonly string[], width: number): string[] {
  const most = Math.floor(width / LETTER);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 3 <= most) lines[lines.length - 1] = `${last} · ${word}`;
    else lines.push(word);
  }
  return lines;
}
