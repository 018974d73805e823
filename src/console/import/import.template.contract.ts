import type { Field } from "../record/record.facts.contract.ts";
import { flagWords } from "./import.read.contract.ts";

/**
 * A CSV file with the headings that an import reads, as an address that can be downloaded. The line above them says what each
 * column takes; it begins with #, so an import passes it over.
 */
export const templateOf = (facts: readonly Field[]): string => {
  const taken = facts.map((field, place) => quoted(`${place === 0 ? "# " : ""}${takenBy(field)}`));
  const lines = [taken, facts.map(({ label }) => quoted(label))].map((cells) => `${cells.join(",")}\r\n`);
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${lines.join("")}`)}`;
};

/** "Needed. Yes or No", "May stay empty. A day such as 2026-11-30". */
function takenBy(field: Field): string {
  const isNeeded = !field.optional && !field.usual;
  return `${isNeeded ? "Needed" : "May stay empty"}. ${valuesOf(field)}`;
}

// A closed list that is longer is found on the page of the form.
const MOST_VALUES = 12;

function valuesOf({ kind, options, words, noun }: Field): string {
  const list = `${options.slice(0, MOST_VALUES).join(" or ")}${options.length > MOST_VALUES ? " …" : ""}`;
  switch (kind) {
    case "flag":
      return flagWords({ words });
    case "choice":
      return list;
    case "several":
      return `One or more, with ; between them: ${list}`;
    case "reference":
      return `The code or the whole name of the ${(noun ?? "record").replaceAll("_", " ")}`;
    case "whole":
      return "A whole number such as 20";
    case "money":
      return "Naira such as 12500.50";
    case "day":
      return "A day such as 2026-11-30";
    case "minute":
      return "A day and time such as 2026-11-20 13:05";
    default:
      return "Text";
  }
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
