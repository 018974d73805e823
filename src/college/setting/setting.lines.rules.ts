import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.rules.ts";

/** The lines of a setting that is a list, without empty ones. */
export const linesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

export const unknownState = (text: string): string | undefined => {
  const unknown = linesIn(text).find((line) => !namesOfStates.some((state) => state === line));
  return (
    unknown && `${unknown.slice(0, 60)} is no state. Write one state a line, such as Kogi or Federal Capital Territory`
  );
};

/** Each is a line of counts, so it is short, and stands there once. */
export const reasonsTrouble = (text: string): string | undefined => {
  const given = linesIn(text);
  const odd = given.find((line, at) => line.length < 2 || line.length > 80 || given.indexOf(line) !== at);
  return odd && `${odd.slice(0, 60)}: write each reason once, with 2 to 80 characters`;
};

/** Units by award of lines such as `NCE 108`. */
export const unitsByAward = (text: string): ReadonlyMap<string, number> =>
  new Map(
    linesIn(text).flatMap((line): [string, number][] => {
      const [, award, units] = /^(\S.*?)[\s:]+(\d{1,3})$/.exec(line) ?? [];
      return award && units ? [[award, Number(units)]] : [];
    }),
  );

export const unitsTrouble = (text: string): string | undefined => {
  const odd = linesIn(text).find((line) => unitsByAward(line).size === 0);
  return odd && `${odd.slice(0, 60)} is not understood. Write an award and its units on each line, such as NCE 108`;
};

/** What a matric number may be made of. */
const numberWords = ["year", "yy", "session", "school", "department", "programme", "award", "serial"] as const;

/** Two students of one programme and session differ by the serial; programmes and sessions by their own words. */
export const templateTrouble = (text: string): string | undefined => {
  const words = [...text.matchAll(/\{(\w*)(?::([1-9]))?\}/g)].map(([, word = ""]) => word);
  const unknown = words.find((word) => !numberWords.some((known) => known === word));
  if (unknown !== undefined) return `{${unknown}} is not known. Choose from {${numberWords.join("}, {")}}`;
  if (!/^[A-Za-z0-9/.-]*$/.test(text.replace(/\{\w+(?::[1-9])?\}/g, "")))
    return "beside the words in braces there may be letters, figures, / . and -";
  const lacking = [words.includes("serial"), words.includes("programme"), words.some(tellsSession)].indexOf(false);
  return lacking < 0 ? undefined : `${needed[lacking]} is missing, without which two students would have one number`;
};

const tellsSession = (word: string): boolean => word === "year" || word === "yy" || word === "session";
const needed = ["{serial}, or {serial:4} for four figures,", "{programme}", "{year}, {yy} or {session}"] as const;

/** Units by the letters of codes, of lines such as `GSE 18`; null where a line says the letters alone. */
export const leastByPrefix = (text: string): ReadonlyMap<string, number | null> =>
  new Map(
    linesIn(text).flatMap((line): [string, number | null][] => {
      const [, prefix, least] = /^([A-Za-z]{2,8})(?:[\s:]+(\d{1,3}))?$/.exec(line) ?? [];
      return prefix ? [[prefix.toUpperCase(), least ? Number(least) : null]] : [];
    }),
  );

export const prefixTrouble = (text: string): string | undefined => {
  const odd = linesIn(text).find((line) => leastByPrefix(line).size === 0);
  return (
    odd && `${odd.slice(0, 60)} is not understood. Write the letters of the codes on each line, such as GSE, or GSE 18`
  );
};

/** What the serial of a certificate may be made of. */
const serialWords = ["year", "yy", "session", "serial"] as const;

export const serialTrouble = (text: string): string | undefined => {
  const words = [...text.matchAll(/\{(\w*)(?::([1-9]))?\}/g)].map(([, word = ""]) => word);
  const unknown = words.find((word) => !serialWords.some((known) => known === word));
  if (unknown !== undefined) return `{${unknown}} is not known. Choose from {${serialWords.join("}, {")}}`;
  if (!/^[A-Za-z0-9/.-]*$/.test(text.replace(/\{\w+(?::[1-9])?\}/g, "")))
    return "beside the words in braces there may be letters, figures, / . and -";
  if (!words.includes("serial")) return "{serial}, or {serial:5} for five figures, is missing";
  return words.some(tellsSession) ? undefined : "{year}, {yy} or {session} is missing: sessions count anew";
};

/** What the words of a certificate may stand for. */
export const certificateWords = ["name", "matric", "award", "course", "class", "day", "session"] as const;

export const wordsTrouble = (text: string): string | undefined => {
  const words = [...text.matchAll(/\{(\w*)\}/g)].map(([, word = ""]) => word);
  const unknown = words.find((word) => !certificateWords.some((known) => known === word));
  if (unknown !== undefined) return `{${unknown}} is not known. Choose from {${certificateWords.join("}, {")}}`;
  const lacking = ["name", "award", "course", "class"].find((word) => !words.includes(word));
  return lacking && `{${lacking}} is missing: a certificate says it`;
};
