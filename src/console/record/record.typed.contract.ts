import * as v from "valibot";
import type { Values } from "./record.contract.ts";
import type { Field } from "./record.facts.contract.ts";
import { lagosMinute, utcMinute } from "./record.minute.contract.ts";
import { numberIn } from "./record.number.contract.ts";

/** What the controls of a form hold: text as it is typed, and the chosen ones of several. */
export type Typed = Record<string, string | readonly string[]>;

/** An empty form, with the usual values. What is new is in use. */
export const blankOf = (facts: readonly Field[]): Typed =>
  Object.fromEntries(facts.map((field) => [field.name, field.usual ? asTyped(field, field.usual()) : blank(field)]));

function blank({ name, kind }: Field): string | readonly string[] {
  if (kind === "several") return [];
  return name === "status" && kind === "flag" ? "true" : "";
}

/** What an address fills into an empty form: the fields that it names. */
export function filledBy(facts: readonly Field[], address: Iterable<readonly [string, string]>): Typed {
  const named = facts.filter(({ kind }) => kind !== "several").map(({ name }) => name);
  return Object.fromEntries([...address].filter(([name]) => named.includes(name)));
}

/** A form that holds a record. */
export const typedOf = (facts: readonly Field[], row: Values): Typed =>
  Object.fromEntries(facts.map((field) => [field.name, asTyped(field, row[field.name])]));

function asTyped({ kind }: Field, value: unknown): string | readonly string[] {
  if (kind === "several") return Array.isArray(value) ? value.map(String) : [];
  if (value === null || value === undefined) return "";
  if (kind === "reference") return (value as { _id: string })._id;
  if (kind === "minute") return lagosMinute(String(value));
  return String(value);
}

/** What the wire takes: numbers, booleans and times. What is empty is left out. Contract 1. */
export const wireOf = (facts: readonly Field[], typed: Typed): Values =>
  Object.fromEntries(
    facts
      .map((field) => [field.name, onWire(field, typed[field.name] ?? "")])
      .filter(([, value]) => value !== undefined),
  );

function onWire(field: Field, typed: string | readonly string[]): unknown {
  if (typeof typed !== "string") return typed.length === 0 ? undefined : typed;
  const text = typed.trim();
  if (text === "") return field.optional || !isWritten(field) ? undefined : "";
  if (field.kind === "flag") return text === "true";
  if (field.kind === "whole" || field.kind === "money") return numberIn(text);
  if (field.kind === "minute") return utcMinute(text);
  return typed;
}

/** The rule of a text says itself that it is empty; of a number or a flag, that it is missing. */
const isWritten = ({ kind }: Field) => kind !== "flag" && kind !== "whole" && kind !== "money" && kind !== "several";

/** A record's own rules, for what its form holds. */
export const typedForm = (facts: readonly Field[], form: v.GenericSchema<Values, Values>) =>
  v.pipe(
    v.record(v.string(), v.any()),
    v.transform((typed: Typed) => wireOf(facts, typed)),
    form,
  ) as unknown as v.GenericSchema<Typed, Values>;
