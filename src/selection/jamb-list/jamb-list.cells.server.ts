import * as v from "valibot";
import { jambNumber } from "#identity/account/account.contract.ts";
import { genders } from "#reference/qualifications/qualifications.contract.ts";
import { areaNamed, stateNamed } from "#reference/states-and-lgas/states-and-lgas.aliases.contract.ts";

/** Takes what is wrong with a row, which then is not imported. */
export interface Saying {
  wrong(sentence: string): void;
  /** A status that nobody has said yet what it means. */
  unknown(status: string): void;
  /** What is not understood and left empty. */
  remark(sentence: string): void;
}

const shown = (cell: string) => (cell.length > 60 ? `${cell.slice(0, 60)}…` : cell);

/** The number in the portal's spelling. Contract 3.3. */
export function jambIn(cell: string, say: Saying): string {
  if (cell === "") say.wrong("JAMB number is missing");
  const { success, output } = v.safeParse(jambNumber, cell);
  if (!success && cell !== "") say.wrong(`${shown(cell)} is no JAMB number: 8 to 12 digits and two letters`);
  return success ? output : "";
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const unprintable = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** One line of text, at most `max` characters; empty where nothing stands. */
export function textIn(label: string, cell: string, max: number, say: Saying): string {
  const text = cell.normalize("NFC").replace(/\s+/g, " ").trim();
  if (unprintable.test(text)) say.wrong(`${label} holds signs that cannot be printed. Type it again`);
  if (text.length > max) say.wrong(`${label} must be at most ${max} characters`);
  return text;
}

/** A name in one piece. */
export function nameIn(parts: readonly string[], say: Saying): string {
  const name = textIn("Name", parts.filter((part) => part !== "").join(" "), 200, say).replace(/\s*,\s*/g, " ");
  if (!/\p{L}.*\p{L}/u.test(name)) say.wrong(name === "" ? "Name is missing" : `${shown(name)} is no name`);
  return name;
}

export function genderIn(cell: string, say: Saying): (typeof genders)[number] | null {
  if (cell === "") return null;
  const known = genders.find((gender) => [gender.toLowerCase(), gender[0]?.toLowerCase()].includes(cell.toLowerCase()));
  if (!known) say.wrong(`Sex ${shown(cell)} is not known: write M or F`);
  return known ?? null;
}

/** State and area in the portal's spelling. An area that is not known is left empty, and told. */
export function originIn({ state, area }: Record<"state" | "area", string>, say: Saying) {
  const none = { stateoforigin: null, lgaoforigin: null };
  if (state === "" && area !== "") say.remark(`The area ${shown(area)} is left out, because its state is missing`);
  if (state === "") return none;
  const stateoforigin = stateNamed(state);
  if (!stateoforigin) {
    say.wrong(`State ${shown(state)} is not known. Write one of the 36 states, or FCT`);
    return none;
  }
  const lgaoforigin = area === "" ? null : (areaNamed(stateoforigin, area) ?? null);
  if (area !== "" && !lgaoforigin) say.remark(`${shown(area)} is no area of ${stateoforigin} that is known`);
  return { stateoforigin, lgaoforigin };
}

/** Nobody who sat the examination has 0: it stands for those who did not. */
const noScore = /^(?:0+(?:\.0+)?|-|nil|none|n\/?a|abs|absent)?$/i;

export function utmeIn(cell: string, say: Saying): number | null {
  if (noScore.test(cell)) return null;
  const score = Number(cell.replace(/^(\d+)\.0+$/, "$1"));
  if (/^\d{1,3}(?:\.0+)?$/.test(cell) && score <= 400) return score;
  say.wrong(`UTME score ${shown(cell)} must be a whole number from 0 to 400`);
  return null;
}

const absent = /^(?:a|ab|abs|absent|dnc|did not come)$/i;

/** The score in hundredths' precision, as text; null for who did not come. */
export function screeningIn(cell: string, say: Saying): string | null {
  if (absent.test(cell)) return null;
  if (/^\d{1,3}(?:\.\d{1,2}0*)?$/.test(cell) && Number(cell) <= 100) return cell;
  say.wrong(
    cell === ""
      ? "The score is missing: write 0 to 100, or ABS for who did not come"
      : `Score ${shown(cell)} must be a number from 0 to 100 with at most two decimals, or ABS`,
  );
  return null;
}
