import * as v from "valibot";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { areaBelongsTo, isState } from "#reference/states-and-lgas/states-and-lgas.rules.ts";
import { bioEntries } from "../bio/bio.contract.ts";
import { type CorrectableField, type CorrectableThing, valueInWords } from "./record-correction.contract.ts";

export type Values = Readonly<Record<string, string | null>>;

/** A thing that can be corrected, with the form that judges what is to stand there. */
export interface Correctable extends CorrectableThing {
  /** Over the names of `fields`; its output is what is kept, null where an optional field is empty. */
  readonly form: v.GenericSchema<unknown, Readonly<Record<string, string | null | undefined>>>;
  /** Why the record, as it stands, does not take these changes, by field. Asked once more before they are made. */
  hindrances(after: Values): Readonly<Record<string, string>>;
}

type Fields = readonly Pick<CorrectableField, "name" | "label" | "look">[];

type Said = Readonly<Record<string, string | null | undefined>>;

/** Values as people read them, each with its label where the thing has several. Fields that the values do not hold are left out. */
export const oldInWords = (fields: Fields, values: Said): string => inWords(fields, values, fields.length > 1);

/** The same of what takes their place: one alone needs no label behind the old one. */
export const newInWords = (fields: Fields, values: Said): string =>
  inWords(fields, values, Object.keys(values).length > 1);

const inWords = (fields: Fields, values: Said, labelled: boolean): string =>
  fields
    .filter(({ name }) => name in values)
    .map(({ name, label, look }) => `${labelled ? `${label}: ` : ""}${valueInWords(look, values[name])}`)
    .join("; ");

/** Fields of a form, by name. */
export type Entries = Readonly<Record<string, v.GenericSchema<string | undefined, string | undefined>>>;

interface Asked {
  readonly look: CorrectableField["look"];
  /** The name of the subject's list that it is chosen from. */
  readonly list?: string;
}

interface Thing extends Pick<Correctable, "kind" | "name" | "evidence"> {
  readonly item?: string;
  readonly free?: true;
  readonly entries: Entries;
  /** How each field is asked for; a text where nothing is said. */
  readonly asked?: Readonly<Record<string, Asked>>;
  /** What stands there now. */
  readonly values: object;
  /** What must hold of all of them. */
  readonly form?: Correctable["form"];
  readonly hindrances?: Correctable["hindrances"];
}

/** One thing of a record as its form asks for it, with what stands there now. */
export function correctable({
  kind,
  name,
  evidence,
  item,
  free,
  entries,
  asked,
  values,
  form,
  hindrances,
}: Thing): Correctable {
  const now = new Map(Object.entries(values));
  return {
    kind,
    name,
    evidence,
    item: item ?? null,
    free: free ?? false,
    form: form ?? fields(entries),
    hindrances: hindrances ?? (() => ({})),
    fields: Object.entries(entries).map(([field, entry]) => ({
      name: field,
      label: v.getTitle(entry) ?? field,
      look: asked?.[field]?.look ?? "text",
      list: asked?.[field]?.list ?? null,
      value: String(now.get(field) ?? ""),
      optional: entry.type === "optional",
    })),
  };
}

const foreignArea = "This area does not belong to the state. Choose one of the state's own areas";

/** A form with a state and an area of it. */
export const placed = (state: string, area: string, entries: Entries) =>
  v.pipe(
    fields(entries) as unknown as v.GenericSchema<unknown, Record<string, string | undefined>>,
    v.forward(
      v.check((typed: Record<string, string | undefined>) => isState(typed[state] ?? ""), "Choose one of the states"),
      [state],
    ),
    v.forward(
      v.check(
        (typed: Record<string, string | undefined>) => areaBelongsTo(typed[state] ?? "", typed[area] ?? ""),
        foreignArea,
      ),
      [area],
    ),
  );

const origins: Entries = { stateoforigin: bioEntries.stateoforigin, lgaoforigin: bioEntries.lgaoforigin };

/** What every record says of a person, and which paper shows it. `values` are those that stand there now. */
export const personThings = (values: object) => ({
  names: correctable({
    kind: "names",
    name: "Names",
    evidence: "A birth certificate, a declaration of age, or an affidavit with the newspaper that published it",
    entries: { firstname: bioEntries.firstname, middlename: bioEntries.middlename, lastname: bioEntries.lastname },
    values,
  }),
  dateofbirth: correctable({
    kind: "dateofbirth",
    name: "Date of birth",
    evidence: "A birth certificate or a declaration of age",
    entries: { dateofbirth: bioEntries.dateofbirth },
    asked: { dateofbirth: { look: "day" } },
    values,
  }),
  gender: correctable({
    kind: "gender",
    name: "Gender",
    evidence: "A birth certificate or a declaration of age",
    entries: { gender: bioEntries.gender },
    asked: { gender: { look: "choice", list: "genders" } },
    values,
  }),
  origin: correctable({
    kind: "origin",
    name: "State and area of origin",
    evidence: "The letter of identification of the local government area",
    entries: origins,
    asked: { stateoforigin: { look: "state" }, lgaoforigin: { look: "area" } },
    form: placed("stateoforigin", "lgaoforigin", origins),
    values,
  }),
});
