import { cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import type { OtherLanguage, Sentences } from "./languages.rules.ts";
import { openCatalogue } from "./sentence.rules.ts";
import { saidAttributes, sayWhatStands, watchTitle } from "./what-stands.web.ts";

/** By language, what the names of its files end with: written at build. */
declare const __CATALOGUES__: Readonly<Record<OtherLanguage, string>>;

const catalogue = openCatalogue();

/** Longer than that no page waits for them. */
const CORRECTIONS_MS = 3_000;

let spoken: OtherLanguage;
let corrections: Promise<Sentences>;
let isEnglish: (pathname: string) => boolean;

/** Elements are rewritten in that language from here on, but at the addresses that stay English. */
export function beginSpeaking(language: OtherLanguage, staysEnglish: (pathname: string) => boolean): void {
  spoken = language;
  corrections = fetchCorrections();
  isEnglish = staysEnglish;
  document.documentElement.lang = language;
  watchTitle(catalogue.say);
  // A question that the browser itself puts.
  const ask = confirm;
  window.confirm = (question = "") => ask(catalogue.say(question));
}

const loading = new Map<string, Promise<void>>();

/** Fetches a part of the catalogue, once. */
export function loadSentences(part: string): Promise<void> {
  const begun = loading.get(part) ?? fetchSentences(part);
  loading.set(part, begun);
  begun.catch(() => loading.delete(part));
  return begun;
}

async function fetchSentences(part: string): Promise<void> {
  const answer = await fetch(`/assets/${part}-${spoken}-${__CATALOGUES__[spoken]}.json`);
  if (answer.ok) catalogue.add((await answer.json()) as Sentences);
  catalogue.add(await corrections);
  if (!isEnglish(location.pathname)) sayWhatStands(catalogue.say);
}

/** What the college says in the place of what came with the portal; without an answer in time, that. */
async function fetchCorrections(): Promise<Sentences> {
  try {
    const answer = await fetch(`/api/ms_translation/${spoken}`, { signal: AbortSignal.timeout(CORRECTIONS_MS) });
    return answer.ok ? ((await answer.json()) as { sentences: Sentences }).sentences : {};
  } catch {
    return {};
  }
}

/** What an element was given before, by what it was given in its place. */
const before = new WeakMap<object, ReactNode>();

/** What an element is given, in the language that is spoken. */
export function rewrite(type: unknown, props: Record<string, unknown>): Record<string, unknown> {
  if ((typeof type !== "string" && type !== Fragment) || props.translate === "no" || isEnglish(location.pathname))
    return props;
  let said = props;
  const give = (name: string, value: unknown) => {
    if (value !== props[name]) said = { ...said, [name]: value };
  };
  for (const name of saidAttributes) if (typeof props[name] === "string") give(name, catalogue.say(props[name]));
  if (type !== "textarea") give("children", sayChildren(props.children as ReactNode));
  if (said !== props) before.set(said, props.children as ReactNode);
  return said;
}

const isText = (child: ReactNode): child is string | number => typeof child === "string" || typeof child === "number";
/** Where a long word may break. A translation breaks where it will. */
const isBreak = (child: ReactNode) => isValidElement(child) && child.type === "wbr";
const isNothing = (child: ReactNode) => child === null || child === undefined || typeof child === "boolean";

function sayChildren(children: ReactNode): ReactNode {
  if (typeof children === "string") return catalogue.say(children);
  if (!Array.isArray(children)) return children;
  // Lists of a component's children stand within the element's own.
  const said = children.map((child) => (Array.isArray(child) ? sayChildren(child) : child));
  if (!said.some((child) => typeof child === "string"))
    return said.some((child, place) => child !== children[place]) ? said : children;
  return sayTogether(said) ?? said.map((child) => (typeof child === "string" ? catalogue.say(child) : child));
}

/** What stands side by side as one sentence: its parts with a look of their own may stand in another order. */
function sayTogether(children: readonly ReactNode[]): ReactNode | null {
  const isOpen = (child: ReactNode) => isNothing(child) || (!isText(child) && wordsOf(child) === null);
  const from = children.findIndex((child) => !isOpen(child));
  const to = children.findLastIndex((child) => !isOpen(child)) + 1;
  const parts: ReactNode[] = [];
  const marked = children.slice(from, to).map((child) => {
    if (isNothing(child) || isBreak(child)) return "";
    if (isText(child)) return `${child}`;
    const words = wordsOf(child);
    const mark = parts.push(child) - 1;
    return words === null ? `<${mark}/>` : `<${mark}>${words}</${mark}>`;
  });
  const text = marked.join("");
  const said = catalogue.say(text);
  if (said === text) return null;
  return [...children.slice(0, from), ...asNodes(said, parts), ...children.slice(to)];
}

/** The words of an element that holds nothing else; null where it holds more, or nothing. */
function wordsOf(child: ReactNode): string | null {
  if (!isValidElement<{ children?: ReactNode }>(child)) return null;
  const children = before.get(child.props) ?? child.props.children;
  if (isText(children)) return `${children}`;
  if (!Array.isArray(children) || !children.every((one) => isText(one) || isNothing(one))) return null;
  return children.filter(isText).join("") || null;
}

/** A translation with its marks filled by the elements that they stand for. */
function asNodes(said: string, parts: readonly ReactNode[]): ReactNode[] {
  return said.split(/(<\d+\/>|<(?:\d+)>.*?<\/\d+>)/s).map((piece) => {
    const found = /^<(\d+)(?:\/>|>(.*)<\/\d+>$)/s.exec(piece);
    if (!found) return piece;
    const [, mark = "", words] = found;
    const part = parts[Number(mark)];
    return words === undefined ? part : cloneElement(part as ReactElement<{ children?: ReactNode }>, undefined, words);
  });
}
