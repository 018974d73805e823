import * as v from "valibot";
import type { Schema } from "#kit/wire/endpoint.contract.ts";

/** As much of a schema as leads to its fields. */
type Known = Schema & {
  readonly entries?: Readonly<Record<string, Known>>;
  readonly item?: Known;
  readonly wrapped?: Known;
  readonly options?: readonly (Known | string)[];
};

/**
 * The field of a body that a path such as `results.0.cgpa` leads to: its name without places, and its label. Undefined
 * for what the body does not have, whatever was sent: so there are as many names as the contract has fields.
 */
export function fieldOf(body: Schema, path: string): { readonly name: string; readonly label: string } | undefined {
  const steps = path.split(".", 10);
  // The third of a list that is wrong is a fault of the list.
  const field = at(body, steps) && at(body, steps.slice(0, steps.findLastIndex((step) => !isPlace(step)) + 1));
  if (!field) return undefined;
  const name = steps.filter((step) => !isPlace(step)).join(".");
  return { name, label: v.getTitle(field as Parameters<typeof v.getTitle>[0]) || name };
}

function at(schema: Known | string | undefined, [step, ...rest]: readonly string[]): Known | undefined {
  if (schema === undefined || typeof schema === "string") return undefined;
  if (step === undefined) return schema;
  const own = schema.entries && Object.hasOwn(schema.entries, step) ? schema.entries[step] : undefined;
  if (own) return at(own, rest);
  if (schema.item) return at(schema.item, isPlace(step) ? rest : [step, ...rest]);
  for (const inner of schema.wrapped ? [schema.wrapped] : (schema.options ?? [])) {
    const found = at(inner, [step, ...rest]);
    if (found) return found;
  }
  return undefined;
}

const isPlace = (step: string) => /^\d+$/.test(step);
