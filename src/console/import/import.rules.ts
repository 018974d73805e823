import type { Field } from "../record/record.facts.rules.ts";
import { dayIn, minuteIn, numberIn } from "../record/record.rules.ts";

/** What a heading of a file is called by: its label or its name on the wire, in any case and spacing. */
const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The field of each column; null for a column that no field is called by. */
export const fieldsOf = (headings: readonly string[], facts: readonly Field[]): (Field | null)[] =>
  headings.map(
    (heading) => facts.find(({ label, name }) => [plain(label), plain(name)].includes(plain(heading))) ?? null,
  );

const yes = ["yes", "y", "true", "1", "active"];
const no = ["no", "n", "false", "0", "inactive"];

/** The two words that a cell of a flag may hold, such as "Active or Inactive". */
export const flagWords = ({ words }: Pick<Field, "words">): string =>
  (words ?? ["Yes", "No"]).map((word) => word.split(",")[0]).join(" or ");

/**
 * What a cell says, as the form takes it; the form judges it. References stay as they are written. What cannot be
 * read is left as text, so that the form's sentence names the field.
 */
export function cellValue({ kind, words, options }: Field, cell: string): unknown {
  const text = cell.trim();
  if (text === "") return undefined;
  if (kind === "flag") {
    if ([...yes, words?.[0].toLowerCase()].includes(text.toLowerCase())) return true;
    return [...no, words?.[1].toLowerCase()].includes(text.toLowerCase()) ? false : text;
  }
  if (kind === "whole" || kind === "money") return numberIn(text);
  if (kind === "minute") return minuteIn(text);
  if (kind === "day") return dayIn(text);
  if (kind === "several") return text.split(/\s*[;,|]\s*/).map((one) => spelt(one, options));
  return kind === "choice" ? spelt(text, options) : text;
}

/** A value of a closed list, whatever its case. */
const spelt = (text: string, options: readonly string[]) =>
  options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text;

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
export const MOST_VALUES = 12;

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
