import { useFormContext } from "react-hook-form";
import { describedBy, FieldError, FieldHint, type FieldParts } from "#kit/field/field.web.tsx";

interface TicksParts extends FieldParts {
  /** What may be ticked, with the words for it. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** Any of a few, all in view. */
export function Ticks({ choices, ...field }: TicksParts) {
  const { watch, setValue, getFieldState, formState } = useFormContext();
  const error = getFieldState(field.name, formState).error?.message;
  const held = (watch(field.name) ?? []) as readonly string[];
  const toggle = (value: string) => {
    const next = choices.map((one) => one.value).filter((one) => held.includes(one) !== (one === value));
    setValue(field.name, next, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
  return (
    <fieldset
      className={error ? "border-bad border-l-4 pl-3" : ""}
      aria-describedby={describedBy(field.id, field.hint, error)}
    >
      <legend className="font-semibold">{field.label}</legend>
      <FieldHint id={field.id} hint={field.hint} />
      <div className="flex flex-wrap gap-x-4">
        {choices.map(({ value, label }, place) => (
          <label key={value} className="flex min-h-(--control) cursor-pointer items-center gap-2">
            <input
              id={place === 0 ? field.id : undefined}
              type="checkbox"
              className="size-4 shrink-0 accent-brand"
              checked={held.includes(value)}
              onChange={() => toggle(value)}
            />
            {label}
          </label>
        ))}
      </div>
      <FieldError id={field.id} error={error} />
    </fieldset>
  );
}
