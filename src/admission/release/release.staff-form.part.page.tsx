import { useMemo, useState } from "react";
import type * as v from "valibot";
import { type Field, factsOf } from "#console/record/record.facts.contract.ts";
import { RecordField } from "#console/record/record.field.part.page.tsx";
import { type Typed, typedForm, wireOf } from "#console/record/record.typed.contract.ts";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";

/** A form of the console that is no record: its sheet, its controls, and what it sends. */
export function useTypedForm(entries: v.ObjectEntries, start: Typed) {
  const facts = useMemo(() => factsOf(entries), [entries]);
  const schema = useMemo(() => typedForm(facts, fields(entries) as never), [facts, entries]);
  const sheet: Sheet<Typed> = useSheet<Typed, Record<string, unknown>>(schema, start);
  const [labels] = useState(() => new Map<string, string>());
  const field = (name: string, otherwise: Partial<Field> = {}) => {
    const found = facts.find((one) => one.name === name);
    return found && <RecordField key={name} field={{ ...found, ...otherwise }} sheet={sheet} labels={labels} />;
  };
  return { sheet, labels, field, wire: (typed: Typed) => wireOf(facts, typed) };
}
