import { useState } from "react";
import type { FieldPath, PathValue } from "react-hook-form";
import type { Sheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import type { Row } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import { asText, type Typed, typedAsText, typedOf } from "../record/record.rules.ts";

/** Two people edited one record: what each wrote, field by field. The form below holds what was chosen. */
export function ConflictNotice({ conflict }: { conflict: Comparison }) {
  const { who, at, differences, chooseAll } = conflict;
  return (
    <Alert look="warn" title={`${who || "Somebody else"} saved this record ${at ? asAgo(at) : "meanwhile"}`}>
      {differences.length === 0 ? (
        <p>Both of you wrote the same. Save again to go on.</p>
      ) : (
        <>
          <p>Nothing you typed is lost. Choose for each field what is kept, then save again.</p>
          <div className="my-3 grid gap-3">
            {differences.map((difference) => (
              <Choosing key={difference.name} of={difference} />
            ))}
          </div>
          <div className="flex flex-wrap gap-2">
            <button type="button" className="button button-quiet" onClick={() => chooseAll("yours")}>
              Keep all of mine
            </button>
            <button type="button" className="button button-quiet" onClick={() => chooseAll("saved")}>
              Take all that is saved
            </button>
          </div>
        </>
      )}
    </Alert>
  );
}

function Choosing({ of }: { of: Difference }) {
  return (
    <fieldset className="rounded-control border border-line bg-surface p-3">
      <legend className="px-1 font-semibold">{of.label}</legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <Side of={of} keeps="yours" word="Keep mine" text={of.yours} />
        <Side of={of} keeps="saved" word="Saved now" text={of.saved} />
      </div>
    </fieldset>
  );
}

interface SideParts {
  readonly of: Difference;
  readonly keeps: Difference["keeps"];
  readonly word: string;
  readonly text: string;
}

function Side({ of, keeps, word, text }: SideParts) {
  return (
    <label className="flex min-w-0 cursor-pointer items-baseline gap-2 py-1">
      <input
        type="radio"
        name={`keeps-${of.name}`}
        className="size-4.5 shrink-0 self-center"
        checked={of.keeps === keeps}
        onChange={() => of.choose(keeps)}
      />
      <span className="min-w-0">
        <span className="text-soft">{word}: </span>
        <span className="whitespace-pre-line font-semibold">{text || "nothing"}</span>
      </span>
    </label>
  );
}

export interface Conflict {
  readonly row: Row;
  /** Who did, in words; empty when the history does not say. */
  readonly who: string;
  /** ISO 8601; empty when the history does not say. */
  readonly at: string;
}

/** One field that is not the same in both. */
interface Difference {
  readonly name: string;
  readonly label: string;
  readonly yours: string;
  readonly saved: string;
  readonly keeps: "yours" | "saved";
  choose(keeps: "yours" | "saved"): void;
}

interface Comparison extends Conflict {
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
