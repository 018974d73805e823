import { jsx as drawn, type jsxs as drawnMany, Fragment } from "react/jsx-runtime";
import { COMMON, LANGUAGE, type Language, languageOf } from "./languages.rules.ts";

/** From what an element is given, what it is given in another language. */
let rewrite: ((type: unknown, props: Record<string, unknown>) => Record<string, unknown>) | undefined;

/**
 * React's own, where a text reaches the page: in the applicants' build every element is made here. In English nothing is
 * done. Decision 0125.
 */
export const jsx: typeof drawn = (type, props, key) =>
  drawn(type, rewrite ? rewrite(type, props as Record<string, unknown>) : props, key);

export const jsxs: typeof drawnMany = jsx;

export { Fragment };

/** What was chosen on this device; at the first visit what the browser asks for. */
export function chosenLanguage(): Language {
  let chosen = "";
  try {
    chosen = localStorage[LANGUAGE] ?? "";
  } catch {} // A browser may forbid storage.
  return languageOf([chosen, ...navigator.languages]);
}

let speaking: Promise<typeof import("./translate.web.ts")> | undefined;

/**
 * Loads what translates, unless English is asked for, and what every screen says. Answers whether the page is to be drawn
 * anew: what was drawn at build is English.
 */
export async function speak(isEnglish: (pathname: string) => boolean): Promise<boolean> {
  const language = chosenLanguage();
  if (language === "en") return false;
  speaking = import("./translate.web.ts").then((loaded) => {
    loaded.beginSpeaking(language, isEnglish);
    rewrite = loaded.rewrite;
    return loaded;
  });
  return speaking
    .then((loaded) => loaded.loadSentences(COMMON))
    .then(
      () => true,
      () => false, // Without a connection the page speaks English.
    );
}

/** One part of the catalogue, where another language is spoken. */
export const sentencesOf = (part: string): Promise<void> | undefined =>
  speaking?.then((loaded) => loaded.loadSentences(part)).catch(() => undefined);

/** A file that is loaded when it is needed, and what it says. The build puts it around every such import. */
export const withSentences = <File>(loading: Promise<File>, part: string): Promise<File> =>
  speaking ? Promise.all([loading, sentencesOf(part)]).then(([file]) => file) : loading;
