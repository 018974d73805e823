import { type FieldPath, useController } from "react-hook-form";
import { RadioField, SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { DayField, MinuteField } from "#kit/field/day-field.web.tsx";
import { describedBy, FieldFrame, type FieldParts, unlessPressing, useControl } from "#kit/field/field.web.tsx";
import { CodeField, TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import type { Sheet } from "#kit/form/sheet.web.ts";
import type { Field } from "../record/record.facts.rules.ts";
import type { Typed } from "../record/record.rules.ts";
import { ReferenceBox } from "../reference/reference.box.part.page.tsx";
import { useChoiceOf } from "../reference/reference.choices.part.page.tsx";
import { CalledField, FlagField, SeveralField } from "./form.choice.part.page.tsx";

interface Parts {
  readonly field: Field;
  readonly sheet: Sheet<Typed>;
  /** The names of the references that were chosen, by `_id`. */
  readonly labels: Map<string, string>;
}

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
  if (kind === "whole") return <WholeField {...parts} />;
  if (kind === "day") return <DayField {...parts} />;
  if (kind === "minute") return <MinuteField {...parts} />;
  return name === "code" ? <CodeField {...parts} /> : <TextField {...parts} />;
}

function WholeField(field: FieldParts) {
  const { control, error } = useControl(field);
  return (
    <FieldFrame {...field} error={error}>
      <input {...control} type="text" inputMode="numeric" autoComplete="off" className="control figures max-w-40" />
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

interface ReferenceParts extends FieldParts {
  readonly noun: string;
  /** The names that are known so far, by `_id`; what is chosen here is added. */
  readonly labels: Map<string, string>;
}

/** Another record, as a field of a form, which keeps its `_id`. */
export function ReferenceField({ noun, labels, ...field }: ReferenceParts) {
  const { field: control, fieldState } = useController({ name: field.name });
  const error = fieldState.error?.message;
  const held = String(control.value ?? "");
  const label = labels.get(held);
  const chosen = useChoiceOf(noun, held, label === undefined ? undefined : { _id: held, label });
  return (
    <FieldFrame {...field} error={error}>
      <ReferenceBox
        id={field.id}
        label={field.label}
        noun={noun}
        chosen={chosen}
        look="control"
        describedBy={describedBy(field.id, field.hint, error)}
        invalid={error !== undefined}
        onLeave={unlessPressing(control.onBlur)}
        onChoose={(choice) => {
          if (choice) labels.set(choice._id, choice.label);
          control.onChange(choice?._id ?? "");
        }}
      />
    </FieldFrame>
  );
}
