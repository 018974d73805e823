import * as v from "valibot";
import { lines } from "#kit/field/fields.contract.ts";
import { otherLanguages } from "#kit/language/languages.rules.ts";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";

const path = "/staff/ms_translation/:language";
const version = v.pipe(v.number("Version is required"), v.integer("Version must be whole"), v.title("Version"));

/** What the college says in the place of a sentence. */
export const translationForm = fields({ words: lines("Translation", 2_000) });

const shown = v.strictObject({
  /** Its short name, which stands in the address of its change. */
  id: v.string(),
  sentence: v.string(),
  /** As it came with the portal, made by a machine; empty where it came in English. */
  shipped: v.string(),
  /** The college's own; null while nobody has corrected or confirmed it. */
  words: v.nullable(v.string()),
  /** 0 while nobody has. */
  version: v.number(),
});

export type ShownTranslation = v.InferOutput<typeof shown>;

export const listTranslations = get(
  path,
  "Every sentence of the applicant's way in one language: as it came, and as the college says it",
  v.strictObject({ language: v.picklist(otherLanguages), list: v.array(shown) }),
);

export const saveTranslation = put(
  `${path}/:id`,
  "Corrects or confirms one translation; it counts as checked from then on",
  fields({ words: lines("Translation", 2_000), version }),
  done({}),
);

export const restoreTranslation = put(
  `${path}/:id/shipped`,
  "Takes back what the college said: the sentence is as it came with the portal again",
  fields({ version }),
  done({}),
);

/** For everybody who reads that language. */
export const readCorrections = get(
  "/ms_translation/:language",
  "What the college says in the place of the translations that came with the portal",
  v.strictObject({
    /** By the English sentence. */
    sentences: v.record(v.string(), v.string()),
    /** How many nobody has checked yet. */
    unchecked: v.number(),
  }),
);
