import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { CorrectableField } from "./record-correction.contract.ts";

type Fields = readonly Pick<CorrectableField, "name" | "label" | "look">[];

type Values = Readonly<Record<string, string | null | undefined>>;

/** Values as people read them, each with its label where the thing has several. Fields that the values do not hold are left out. */
export const oldInWords = (fields: Fields, values: Values): string => inWords(fields, values, fields.length > 1);

/** The same of what takes their place: one alone needs no label behind the old one. */
export const newInWords = (fields: Fields, values: Values): string =>
  inWords(fields, values, Object.keys(values).length > 1);

const inWords = (fields: Fields, values: Values, labelled: boolean): string =>
  fields
    .filter(({ name }) => name in values)
    .map(({ name, label, look }) => `${labelled ? `${label}: ` : ""}${valueInWords(look, values[name])}`)
    .join("; ");

export function valueInWords(look: CorrectableField["look"], value: string | null | undefined): string {
  if (!value) return "Nothing";
  if (look === "day") return asDay(`${value}T12:00:00Z`);
  return look === "phone" ? localPhone(value) : value;
}
