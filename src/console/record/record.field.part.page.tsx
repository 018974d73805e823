import type { FieldPath } from "react-hook-form";
import { RadioField, SelectFrom } from "#kit/choice-fields.web.tsx";
import { FieldFrame, type FieldParts, useControl } from "#kit/field.web.tsx";
import type { Sheet } from "#kit/sheet.web.ts";
import { CodeField, TextArea, TextField } from "#kit/text-fields.web.tsx";
import { CalledField, FlagField, SeveralField } from "./record.choice.part.page.tsx";
import type { Field } from "./record.facts.contract.ts";
import { ReferenceField } from "./record.reference.part.page.tsx";
import type { Typed } from "./record.typed.contract.ts";

interface Parts {
  readonly field: Field;
  readonly sheet: Sheet<Typed>;
  /** The names of the references that were chosen, by `_id`. */
  readonly labels: Map<string, string>;
}

/** The control of one field, by its kind. */
export function RecordField({ field, sheet, labels }: Parts) {
  const { name, label, optional, options, called, kind, hint } = field;
  const parts = { ...sheet.field(name as FieldPath<Typed>), label, optional, options, ...(hint && { hint }) };
  if (kind === "reference") return <ReferenceField {...parts} noun={field.noun ?? ""} labels={labels} />;
  if (kind === "flag") return <FlagField {...parts} words={field.words ?? ["Yes", "No"]} />;
  if (kind === "several") return <SeveralField {...parts} called={called} />;
  if (kind === "choice" && options.length <= 3 && !optional)
    return called ? <CalledField {...parts} called={called} /> : <RadioField {...parts} />;
  if (kind === "choice")
    return <SelectFrom {...parts} choices={options.map((value) => ({ value, label: called?.[value] ?? value }))} />;
  if (kind === "lines") return <TextArea {...parts} />;
  if (kind === "money") return <MoneyField {...parts} />;
  if (kind === "whole") return <NativeField {...parts} type="text" inputMode="numeric" width="max-w-40" />;
  if (kind === "day") return <NativeField {...parts} type="date" width="max-w-52" />;
  if (kind === "minute")
    return <NativeField {...parts} type="datetime-local" width="max-w-64" hint="The time in Nigeria (Lagos)" />;
  return name === "code" ? <CodeField {...parts} /> : <TextField {...parts} />;
}

interface Native extends FieldParts {
  readonly type: "text" | "date" | "datetime-local";
  readonly inputMode?: "numeric";
  readonly width: string;
}

function NativeField({ type, inputMode, width, ...field }: Native) {
  const { control, error } = useControl(field);
  return (
    <FieldFrame {...field} error={error}>
      <input {...control} type={type} inputMode={inputMode} autoComplete="off" className={`control figures ${width}`} />
    </FieldFrame>
  );
}

function MoneyField(field: FieldParts) {
  const { control, error } = useControl(field);
  return (
    <FieldFrame {...field} error={error}>
      <div className="relative max-w-56">
        <span aria-hidden className="absolute inset-y-0 left-3 grid place-items-center text-soft">
          ₦
        </span>
        <input {...control} type="text" inputMode="decimal" autoComplete="off" className="control figures pl-8" />
      </div>
    </FieldFrame>
  );
}
