import { type ReactNode, useEffect } from "react";
import { useFormContext } from "react-hook-form";
import {
  describedBy,
  FieldError,
  FieldFrame,
  FieldHint,
  type FieldParts,
  LabelText,
  useControl,
} from "./field.web.tsx";

/** One value of a list, and the words that stand for it. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The contract's own list. */
export function SelectField(field: FieldParts) {
  return <SelectFrom {...field} choices={field.options.map((value) => ({ value, label: value }))} />;
}

interface SelectParts extends FieldParts {
  readonly choices: readonly Choice[];
  /** What the list asks before anything is selected, such as "Select area"; else it asks for its label. */
  readonly asked?: string;
}

/** A list that comes from elsewhere, such as saved records. */
export function SelectFrom({ choices, asked, ...field }: SelectParts) {
  const { control, error } = useControl(field);
  const { getValues, setValue } = useFormContext();
  const { name } = field;
  const held: unknown = getValues(name);
  const holds = choices.some(({ value }) => value === held);
  // A native list shows a value only once it holds it, which may be after the form does.
  useEffect(() => {
    if (holds) setValue(name, held);
  }, [held, holds, name, setValue]);
  return (
    <FieldFrame {...field} error={error}>
      <select {...control}>
        <option value="">{asked ?? `Select ${field.label.toLowerCase()}`}</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface RadioParts extends FieldParts {
  /** What a choice means, where its own word does not say it. */
  readonly meanings?: Readonly<Record<string, string>>;
}

/** A few choices, all in view. */
export const RadioField = ({ meanings = {}, ...field }: RadioParts) => (
  <ChoiceGroup {...field}>
    {(registered) =>
      field.options.map((value, place) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
          <input
            {...registered}
            // Going from one choice to another is not leaving them: an error would move the one that is being pressed.
            onBlur={undefined}
            id={place === 0 ? field.id : `${field.id}-${place}`}
            type="radio"
            value={value}
            className="size-5 shrink-0"
            {...(meanings[value] && { "aria-label": value, "aria-describedby": `${field.id}-means-${place}` })}
          />
          <span className="min-w-0">
            {value}
            {meanings[value] && (
              <span id={`${field.id}-means-${place}`} className="block text-small text-soft">
                {meanings[value]}
              </span>
            )}
          </span>
        </label>
      ))
    }
  </ChoiceGroup>
);

type Registered = ReturnType<ReturnType<typeof useFormContext>["register"]>;

/** The label, hint and error around several inputs of one field. */
export function ChoiceGroup({ children, ...field }: FieldParts & { children: (registered: Registered) => ReactNode }) {
  const { register, getFieldState, formState } = useFormContext();
  const error = getFieldState(field.name, formState).error?.message;
  return (
    <fieldset
      className={error ? "border-bad border-l-4 pl-3" : ""}
      aria-describedby={describedBy(field.id, field.hint, error)}
    >
      <legend className="mb-1 font-semibold">
        <LabelText {...field} />
      </legend>
      <FieldHint id={field.id} hint={field.hint} />
      {children(register(field.name))}
      <FieldError id={field.id} error={error} />
    </fieldset>
  );
}
