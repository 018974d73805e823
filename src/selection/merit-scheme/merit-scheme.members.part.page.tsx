import { X } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { FieldError, FieldHint, type FieldParts } from "#kit/field/field.web.tsx";

/** Whom a quota names: what was chosen, each with a cross, and a list to add from. */
export function MembersField({ choices, ...field }: FieldParts & { readonly choices: readonly string[] }) {
  const { watch, setValue, getFieldState, formState } = useFormContext();
  const error = getFieldState(field.name, formState).error?.message;
  const names = watch(field.name) as readonly string[];
  const change = (next: readonly string[]) =>
    setValue(field.name, next, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  const remove = (name: string) => {
    change(names.filter((one) => one !== name));
    document.getElementById(field.id)?.focus();
  };
  return (
    <div className={error ? "border-bad border-l-4 pl-3" : ""}>
      <FieldHint id={field.id} hint={field.hint} />
      <div className="flex flex-wrap items-center gap-1.5">
        {names.map((name) => (
          <span key={name} className="inline-flex items-center rounded-control border border-edge bg-sunk pl-2">
            {name}
            <button type="button" className="clear" onClick={() => remove(name)}>
              <X aria-hidden className="size-4" />
              <span className="sr-only">Remove {name}</span>
            </button>
          </span>
        ))}
        <select
          id={field.id}
          aria-label={`${field.label}: add`}
          className="control w-40"
          value=""
          onChange={(event) => change([...names, event.target.value])}
        >
          <option value="">Add…</option>
          {choices
            .filter((name) => !names.includes(name))
            .map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
        </select>
      </div>
      <FieldError id={field.id} error={error} />
    </div>
  );
}
