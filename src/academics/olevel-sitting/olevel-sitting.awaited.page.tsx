import { X } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { useRead } from "#kit/call/read.web.tsx";
import { describedBy, FieldError, FieldHint, type FieldParts } from "#kit/field/field.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { displaySubjects } from "#reference/subjects/subjects.rules.ts";
import { MOST_SUBJECTS, readAwaitedUntil } from "./olevel-sitting.contract.ts";

/** The subjects whose results are not out, and until when they may come. Opened by who awaits some. */
export function AwaitedField(field: FieldParts) {
  const { watch, setValue, getFieldState, formState } = useFormContext();
  const until = useRead(readAwaitedUntil).data;
  const error = getFieldState(field.name, formState).error?.message;
  const names: string[] = watch(field.name) ?? [];
  const change = (next: string[]) => setValue(field.name, next, { shouldDirty: true, shouldValidate: true });
  const left = displaySubjects.filter(({ name }) => !names.includes(name));
  return (
    <fieldset aria-describedby={describedBy(field.id, " ", error)}>
      <legend className="mb-1 font-semibold">{field.label}</legend>
      <FieldHint id={field.id} hint={until ? hintOf(until) : " "} />
      <ul className="mb-2 flex flex-wrap gap-2 empty:hidden">
        {names.map((name) => (
          <li
            key={name}
            className="inline-flex min-h-(--control) items-center rounded-control border border-edge bg-sunk pl-2.5"
          >
            {name}
            <button type="button" className="clear" onClick={() => change(names.filter((one) => one !== name))}>
              <X aria-hidden className="size-4" />
              <span className="sr-only">Remove {name}</span>
            </button>
          </li>
        ))}
      </ul>
      {names.length < MOST_SUBJECTS && (
        <select
          id={field.id}
          aria-label="Add a subject that is awaited"
          className="control"
          value=""
          onChange={(event) => change([...names, event.target.value])}
        >
          <option value="">Add a subject</option>
          {left.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <FieldError id={field.id} error={error} />
    </fieldset>
  );
}

function hintOf({ until, mayCome }: { until: string | null; mayCome: boolean }): string {
  if (until === null) return "This session does not wait for results: only those that are out count";
  const day = asDay(`${until}T12:00:00Z`);
  return mayCome
    ? `You may pay and apply without them. Add each when it is out, by ${day}: later it does not count`
    : `${day} was the last day for results that are awaited`;
}
