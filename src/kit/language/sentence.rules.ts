import type { Sentences } from "./languages.rules.ts";
import { HOLE, isOwn, type Pattern, patternOf } from "./sentence.holes.rules.ts";

/** The name of a sentence without placeholders in a browser's file: nothing of it but its translation is needed there. */
export function nameOfSentence(sentence: string): string {
  let name = 0;
  for (let place = 0; place < sentence.length; place++) name = (Math.imul(name, 31) + sentence.charCodeAt(place)) | 0;
  return (name >>> 0).toString(36);
}

/** A part with a look of its own is filled in whole, and never together with what stands beside it. */
const isTorn = (value: string): boolean => /<\/?\d/.test(value) && !/^<(\d+)(\/>|>[^<]*<\/\1>)$/.test(value);

const MOST_KEPT = 4_000;

/** Says sentences in another language, of catalogues that come one after the other. What no catalogue holds stays as it is. */
export function openCatalogue() {
  const known = new Map<string, string>();
  let patterns: Pattern[] = [];
  const kept = new Map<string, string | null>();
  /** By what was said of a text that was made of several: a later catalogue may know what this one left. */
  const origins = new Map<string, string>();

  /** Whole sentences, or the names of those without placeholders. */
  function add(sentences: Sentences): void {
    for (const [sentence, translation] of Object.entries(sentences)) {
      if (!translation) continue;
      if (!known.has(sentence) && sentence.includes("{")) patterns.push(patternOf(sentence));
      known.set(sentence, translation);
    }
    // What says more of its own is meant first.
    patterns = patterns.sort((a, b) => b.own - a.own);
    kept.clear();
  }

  /** The whole sentence, without a space at its ends; null where no catalogue has it. */
  function find(text: string): string | null {
    const found = kept.get(text);
    if (found !== undefined) return found;
    const answer = whole(text) ?? filled(text) ?? withoutStop(text) ?? inSentences(text);
    if (kept.size > MOST_KEPT) for (const full of [kept, origins]) full.clear();
    kept.set(text, answer);
    if (answer !== null) origins.set(answer, text);
    return answer;
  }

  const whole = (text: string) => known.get(text) ?? known.get(nameOfSentence(text));

  /** A page may put a full stop behind a sentence. */
  function withoutStop(text: string): string | null {
    const said = text.endsWith(".") ? find(text.slice(0, -1)) : null;
    return said === null ? null : `${said}.`;
  }

  function filled(text: string): string | null {
    for (const { sentence, words, whole, holes } of patterns) {
      const values = text.includes(words) ? whole.exec(text)?.slice(1) : undefined;
      if (!values || values.some(isTorn)) continue;
      const value = (hole: string) => values[holes.indexOf(hole)] ?? "";
      return (known.get(sentence) ?? "").replace(HOLE, (hole, name?: string, mark?: string, empty?: string) => {
        if (name !== undefined) return isOwn(name) ? value(hole) : sayValue(value(hole));
        if (mark !== undefined) return `<${value(mark)}${empty}>`;
        return `</${value(hole.slice(2, -1))}>`;
      });
    }
    return null;
  }

  /** A name that stands in a sentence may have lost its capital: “Show password”. Of a list each is said: “5 May, 2 days left”. */
  function sayValue(value: string): string {
    const each = (one: string) => one.replace(/[^\s,].*?(?=\s*$)/s, (text) => sayNamed(text) ?? text);
    const inList = (list: string) =>
      sayNamed(list) ??
      list
        .split(/(, and |, | or )/)
        .map(each)
        .join("");
    return sayNamed(value) ?? value.split("; ").map(inList).join("; ");
  }

  function sayNamed(value: string): string | null {
    const capital = value.charAt(0).toUpperCase();
    const said = find(value) ?? find(capital + value.slice(1));
    if (said === null) return null;
    return value.startsWith(capital) ? said : said.charAt(0).toLowerCase() + said.slice(1);
  }

  /** Sentences that a page puts one behind the other. */
  function inSentences(text: string): string | null {
    const single = text.split(/(?<=[.!?:])\s+(?=[A-Z“])/);
    if (single.length < 2) return null;
    const said = single.map(find);
    return said.every((one) => one === null) ? null : said.map((one, place) => one ?? single[place]).join(" ");
  }

  /** The text in the other language, with the spaces that stand at its ends; said anew where it was said before. */
  function say(text: string): string {
    const core = text.replace(/\s+/g, " ").trim();
    const wanted = origins.get(core) ?? core;
    // A page may keep a word on one line.
    const said = /[A-Za-z]/.test(core) ? (find(wanted) ?? find(wanted.replaceAll("\u2011", "-"))) : null;
    return said === null ? text : text.replace(/^(\s*).*?(\s*)$/s, (_, before, after) => before + said + after);
  }

  return { add, find, say };
}
