import type { Field } from "../record/record.facts.contract.ts";
import { minuteIn } from "../record/record.minute.contract.ts";
import { numberIn } from "../record/record.number.contract.ts";

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
  if (kind === "several") return text.split(/\s*[;,|]\s*/).map((one) => spelt(one, options));
  return kind === "choice" ? spelt(text, options) : text;
}

/** A value of a closed list, whatever its case. */
const spelt = (text: string, options: readonly string[]) =>
  options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text;
