import type { Sentences } from "./languages.rules.ts";

/**
 * How a sentence is written in the catalogue: `Pay {naira} by <0>card</0> <1/>`. `{naira}` stands for what the page fills in,
 * `<0>…</0>` for a part with a look or a link of its own, `<1/>` for a part without words, such as a box.
 */
const HOLE = /\{(\w+)\}|<(\d+)(\/?)>|<\/\d+>/g;

/** The placeholders and marks of a sentence, each once, sorted. */
export const holesOf = (sentence: string): string[] =>
  [...new Set(Array.from(sentence.matchAll(HOLE), ([hole]) => hole))].sort();

/** What a translation must hold and does not, and what it holds that its sentence does not. */
export function holesApart(sentence: string, translation: string): { missing: string[]; unknown: string[] } {
  const [own, other] = [holesOf(sentence), holesOf(translation)];
  return { missing: own.filter((hole) => !other.includes(hole)), unknown: other.filter((hole) => !own.includes(hole)) };
}

/** Of these placeholders the value is a figure, or an amount in naira. */
export const isFigure = (name: string): boolean => /^(count|naira|number|page|length|total|[a-z])\d*$/.test(name);

/** What these hold is somebody's own, and never looked up. */
const isOwn = (name: string): boolean => /name|email|phone|address|typed/i.test(name);

interface Pattern {
  readonly sentence: string;
  /** The longest run of its own words: what does not hold it does not match. */
  readonly words: string;
  readonly whole: RegExp;
  readonly holes: readonly string[];
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** A sentence with placeholders as what it looks like when they are filled. */
function patternOf(sentence: string): Pattern {
  const holes: string[] = [];
  let source = "";
  let last = 0;
  let words = "";
  for (const found of sentence.matchAll(HOLE)) {
    const between = sentence.slice(last, found.index);
    if (between.trim().length > words.length) words = between.trim();
    source += escaped(between);
    last = found.index + found[0].length;
    const [hole, name, mark, empty] = found;
    if (name !== undefined) {
      holes.push(hole);
      source += isFigure(name) ? "([₦\\d.,+]+)" : "(.*?)";
    } else if (mark !== undefined) {
      holes.push(mark);
      source += empty ? "<(\\d+)/>" : "<(\\d+)>";
    } else source += "</\\d+>";
  }
  const rest = sentence.slice(last);
  if (rest.trim().length > words.length) words = rest.trim();
  return { sentence, words, whole: new RegExp(`^${source}${escaped(rest)}$`, "s"), holes };
}

/** The name of a sentence without placeholders in a browser's file: nothing of it but its translation is needed there. */
export function nameOfSentence(sentence: string): string {
  let name = 0;
  for (let place = 0; place < sentence.length; place++) name = (Math.imul(name, 31) + sentence.charCodeAt(place)) | 0;
  return (name >>> 0).toString(36);
}

const MOST_KEPT = 4_000;

/** Says sentences in another language, of catalogues that come one after the other. What no catalogue holds stays as it is. */
export function openCatalogue() {
  const known = new Map<string, string>();
  let patterns: Pattern[] = [];
  const kept = new Map<string, string | null>();

  /** Whole sentences, or the names of those without placeholders. */
  function add(sentences: Sentences): void {
    for (const [sentence, translation] of Object.entries(sentences)) {
      if (!translation) continue;
      if (!known.has(sentence) && sentence.includes("{")) patterns.push(patternOf(sentence));
      known.set(sentence, translation);
    }
    // What says more of its own is meant first.
    patterns = patterns.sort((a, b) => b.words.length - a.words.length);
    kept.clear();
  }

  /** The whole sentence, without a space at its ends; null where no catalogue has it. */
  function find(text: string): string | null {
    const found = kept.get(text);
    if (found !== undefined) return found;
    const answer = known.get(text) ?? known.get(nameOfSentence(text)) ?? filled(text) ?? inSentences(text);
    if (kept.size > MOST_KEPT) kept.clear();
    kept.set(text, answer);
    return answer;
  }

  function filled(text: string): string | null {
    for (const { sentence, words, whole, holes } of patterns) {
      const values = text.includes(words) ? whole.exec(text)?.slice(1) : undefined;
      if (!values) continue;
      const value = (hole: string) => values[holes.indexOf(hole)] ?? "";
      return (known.get(sentence) ?? "").replace(HOLE, (hole, name?: string, mark?: string, empty?: string) => {
        if (name !== undefined) return isOwn(name) ? value(hole) : sayValue(value(hole));
        if (mark !== undefined) return `<${value(mark)}${empty}>`;
        return `</${value(hole.slice(2, -1))}>`;
      });
    }
    return null;
  }

  /** A name that stands in a sentence may have lost its capital: “Show password”. */
  function sayValue(value: string): string {
    const capital = value.charAt(0).toUpperCase();
    const said = find(value) ?? find(capital + value.slice(1));
    if (said === null) return value;
    return value.startsWith(capital) ? said : said.charAt(0).toLowerCase() + said.slice(1);
  }

  /** Sentences that a page puts one behind the other. */
  function inSentences(text: string): string | null {
    const single = text.split(/(?<=[.!?:])\s+(?=[A-Z“])/);
    if (single.length < 2) return null;
    const said = single.map(find);
    return said.every((one) => one === null) ? null : said.map((one, place) => one ?? single[place]).join(" ");
  }

  /** The text in the other language, with the spaces that stand at its ends. */
  function say(text: string): string {
    const core = text.replace(/\s+/g, " ").trim();
    const said = /[A-Za-z]/.test(core) ? find(core) : null;
    return said === null ? text : text.replace(/^(\s*).*?(\s*)$/s, (_, before, after) => before + said + after);
  }

  return { add, find, say };
}
