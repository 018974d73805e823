import { useState } from "react";
import { useController } from "react-hook-form";
import { describedBy, FieldError, FieldHint, type FieldParts, LabelText, unlessPressing } from "./field.web.tsx";

const boxes = [
  { part: "day", label: "Day", width: "w-18" },
  { part: "month", label: "Month", width: "w-30" },
  { part: "year", label: "Year", width: "w-24" },
] as const;

type Parts = Record<(typeof boxes)[number]["part"], string>;

/** A date of birth in three boxes, kept as `YYYY-MM-DD`. Months may be written out. */
export function BirthDateBoxes({ hint = "For example 27 3 2007", ...field }: FieldParts) {
  const { field: control, fieldState } = useController({ name: field.name });
  const held = String(control.value ?? "");
  const [typed, setTyped] = useState<Parts>(() => partsOf(held));
  // As it was typed, unless the form holds another date by now.
  const parts = dateOf(typed) === held ? typed : partsOf(held);
  const error = fieldState.error?.message;

  const change = (part: keyof Parts, typed: string) => {
    const next = { ...parts, [part]: typed };
    setTyped(next);
    control.onChange(dateOf(next));
  };
  // Leaving one box for the next is not leaving the field.
  const leave = unlessPressing((event: React.FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) control.onBlur();
  });
  return (
    <fieldset
      className={error ? "border-bad border-l-4 pl-3" : ""}
      onBlur={leave}
      aria-describedby={describedBy(field.id, hint, error)}
    >
      <legend className="mb-1 font-semibold">
        <LabelText {...field} />
      </legend>
      <FieldHint id={field.id} hint={hint} />
      <div className="flex flex-wrap gap-3">
        {boxes.map(({ part, label, width }, place) => (
          <label key={part} className={width}>
            <span className="block text-small">{label}</span>
            <input
              id={place === 0 ? field.id : `${field.id}-${part}`}
              ref={place === 0 ? control.ref : undefined}
              className="control"
              type="text"
              inputMode="numeric"
              autoComplete={`bday-${part}`}
              aria-invalid={error ? true : undefined}
              value={parts[part]}
              onChange={(event) => change(part, event.target.value)}
            />
          </label>
        ))}
      </div>
      <FieldError id={field.id} error={error} />
    </fieldset>
  );
}

/** Of a date that was not typed to its end too: `-00-27` is a day without month and year. */
function partsOf(date: string): Parts {
  const [, year = "", month = "", day = ""] = /^([^-]*)-([^-]*)-([^-]*)$/.exec(date) ?? [];
  return { day: day.replace(/^0+/, ""), month: month.replace(/^0+/, ""), year };
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Empty when nothing was typed; otherwise what the contract judges. */
function dateOf({ day, month, year }: Parts): string {
  if (!day.trim() && !month.trim() && !year.trim()) return "";
  const named = months.indexOf(month.trim().slice(0, 3).toLowerCase());
  const number = named < 0 ? month.trim() : String(named + 1);
  return `${year.trim()}-${number.padStart(2, "0")}-${day.trim().padStart(2, "0")}`;
}
