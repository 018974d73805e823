/**
 * How a sentence is written in the catalogue: `Pay {naira} by <0>card</0> <1/>`. `{naira}` stands for what the page fills in,
 * `<0>…</0>` for a part with a look or a link of its own, `<1/>` for a part without words, such as a box.
 */
export const HOLE = /\{(\w+)\}|<(\d+)(\/?)>|<\/\d+>/g;

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
export const isOwn = (name: string): boolean => /name|email|phone|address|typed/i.test(name);

export interface Pattern {
  readonly sentence: string;
  /** The longest run of its own words: what does not hold it does not match. */
  readonly words: string;
  /** How much of its own it says. */
  readonly own: number;
  readonly whole: RegExp;
  readonly holes: readonly string[];
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** A sentence with placeholders as what it looks like when they are filled. */
export function patternOf(sentence: string): Pattern {
  const holes: string[] = [];
  let source = "";
  let last = 0;
  let words = "";
  let own = 0;
  for (const found of sentence.matchAll(HOLE)) {
    const between = sentence.slice(last, found.index);
    own += between.trim().length;
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
  own += rest.trim().length;
  return { sentence, words, own, whole: new RegExp(`^${source}${escaped(rest)}$`, "s"), holes };
}
