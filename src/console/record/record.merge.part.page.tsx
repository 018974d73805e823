import { useState } from "react";
import type { FieldPath, PathValue } from "react-hook-form";
import type { Sheet } from "#kit/form/sheet.web.ts";
import type { Row } from "./record.contract.ts";
import type { Field } from "./record.facts.contract.ts";
import { asText, typedAsText } from "./record.shown.contract.ts";
import { type Typed, typedOf } from "./record.typed.contract.ts";

/** What somebody else saved while this form was open. */
export interface Conflict {
  readonly row: Row;
  /** Who did, in words; empty when the history does not say. */
  readonly who: string;
  /** ISO 8601; empty when the history does not say. */
  readonly at: string;
}

/** One field that is not the same in both. */
export interface Difference {
  readonly name: string;
  readonly label: string;
  readonly yours: string;
  readonly saved: string;
  readonly keeps: "yours" | "saved";
  choose(keeps: "yours" | "saved"): void;
}

export interface Comparison extends Conflict {
  readonly differences: readonly Difference[];
  chooseAll(keeps: "yours" | "saved"): void;
}

/**
 * Which fields differ between what was typed and what is saved now. A field that was left alone takes what is saved; one
 * that was typed into keeps what was typed; either can be chosen.
 */
export function useConflict(
  { facts }: { readonly facts: readonly Field[] },
  { form }: Sheet<Typed>,
  start: Typed,
  labels: Map<string, string>,
) {
  const [held, setHeld] = useState<{ now: Conflict; mine: Typed; keeps: Record<string, "yours" | "saved"> } | null>(
    null,
  );

  const fill = (name: string, value: Typed[string]) =>
    form.setValue(name as FieldPath<Typed>, value as PathValue<Typed, FieldPath<Typed>>, {
      shouldDirty: true,
      shouldValidate: true,
    });
  const choose = (names: readonly string[], keeps: "yours" | "saved") => {
    if (!held) return;
    const saved = typedOf(facts, held.now.row);
    for (const name of names) fill(name, (keeps === "yours" ? held.mine : saved)[name] ?? "");
    setHeld({ ...held, keeps: { ...held.keeps, ...Object.fromEntries(names.map((name) => [name, keeps])) } });
  };

  /** `typed` is what was about to be saved. */
  const raise = (now: Conflict, typed: Typed) => {
    const saved = typedOf(facts, now.row);
    const differing = facts.filter(({ name }) => !same(typed[name], saved[name]));
    const before = held ? typedOf(facts, held.now.row) : start;
    const keeps = differing.map(({ name }) => [name, same(typed[name], before[name]) ? "saved" : "yours"] as const);
    for (const { name, kind } of facts) {
      const reference = now.row[name] as { _id: string; label: string } | null;
      if (kind === "reference" && reference) labels.set(reference._id, reference.label);
    }
    for (const [name, kept] of keeps) if (kept === "saved") fill(name, saved[name] ?? "");
    setHeld({ now, mine: { ...typed }, keeps: Object.fromEntries(keeps) });
  };

  const differences = (of: NonNullable<typeof held>): Difference[] =>
    facts
      .filter(({ name }) => name in of.keeps)
      .map((field) => ({
        name: field.name,
        label: field.label,
        yours: typedAsText(field, of.mine[field.name] ?? "", labels),
        saved: asText(field, of.now.row[field.name]),
        keeps: of.keeps[field.name] ?? "yours",
        choose: (keeps) => choose([field.name], keeps),
      }));

  const conflict: Comparison | null = held && {
    ...held.now,
    differences: differences(held),
    chooseAll: (keeps) => choose(Object.keys(held.keeps), keeps),
  };
  return { conflict, raise, settle: () => setHeld(null) };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? "") === JSON.stringify(other ?? "");
