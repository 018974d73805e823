import { X } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { describedBy, FieldError, FieldFrame, FieldHint, type FieldParts } from "#kit/field/field.web.tsx";

interface Choosing extends FieldParts {
  readonly choices: readonly string[];
}

/** Subjects line by line; each line is met by any of its subjects. */
export function LinesField({ choices, ...field }: Choosing) {
  const { lines, error, change } = useLines(field.name);
  const replace = (place: number, line: string[]) =>
    change(
      line.length === 0 ? lines.filter((_, at) => at !== place) : lines.map((one, at) => (at === place ? line : one)),
    );
  return (
    <fieldset aria-describedby={describedBy(field.id, field.hint, error)}>
      <legend className="mb-1 font-semibold">{field.label}</legend>
      <FieldHint id={field.id} hint={field.hint} />
      <ol className="grid gap-2">
        {lines.map((line, place) => (
          <li
            key={`${line[0]} ${lines.slice(0, place).filter(([first]) => first === line[0]).length}`}
            className="flex flex-wrap items-center gap-2 border-line border-l-3 pl-2"
          >
            <Chosen
              names={line}
              onRemove={(name) => {
                replace(
                  place,
                  line.filter((one) => one !== name),
                );
                focusOn(field.id);
              }}
            />
            <Adding
              id={`${field.id}-${place}`}
              label={`${field.label}, line ${place + 1}: or another subject`}
              first="or another…"
              choices={choices.filter((name) => !line.includes(name))}
              onAdd={(name) => replace(place, [...line, name])}
            />
          </li>
        ))}
        <li>
          <Adding
            id={field.id}
            label={`${field.label}: add a line`}
            first={FIRST}
            choices={choices}
            onAdd={(name) => change([...lines, [name]])}
          />
        </li>
      </ol>
      <FieldError id={field.id} error={error} />
    </fieldset>
  );
}

export function SubjectsField({ choices, ...field }: Choosing) {
  const { watch, setValue, getFieldState, formState } = useFormContext();
  const error = getFieldState(field.name, formState).error?.message;
  const names = watch(field.name) as string[];
  const change = (next: string[]) => setValue(field.name, next, { shouldDirty: true, shouldValidate: true });
  return (
    <fieldset aria-describedby={describedBy(field.id, field.hint, error)}>
      <legend className="mb-1 font-semibold">{field.label}</legend>
      <FieldHint id={field.id} hint={field.hint} />
      <div className="flex flex-wrap items-center gap-2">
        <Chosen
          names={names}
          onRemove={(name) => {
            change(names.filter((one) => one !== name));
            focusOn(field.id);
          }}
        />
        <Adding
          id={field.id}
          label={`${field.label}: add a subject`}
          first={FIRST}
          choices={choices.filter((name) => !names.includes(name))}
          onAdd={(name) => change([...names, name])}
        />
      </div>
      <FieldError id={field.id} error={error} />
    </fieldset>
  );
}

/** A small whole number, chosen. */
export function NumberField({
  least,
  most,
  step = 1,
  ...field
}: FieldParts & { least: number; most: number; step?: number }) {
  const { watch, setValue, getFieldState, formState } = useFormContext();
  const error = getFieldState(field.name, formState).error?.message;
  const numbers = Array.from({ length: (most - least) / step + 1 }, (_, place) => least + place * step);
  return (
    <FieldFrame {...field} error={error}>
      <select
        id={field.id}
        className="control figures w-24"
        aria-describedby={describedBy(field.id, field.hint, error)}
        aria-invalid={error ? true : undefined}
        value={String(watch(field.name))}
        onChange={(event) =>
          setValue(field.name, Number(event.target.value), { shouldDirty: true, shouldValidate: true })
        }
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** The button that was pressed is gone: the keyboard goes to what adds. */
const focusOn = (id: string) => document.getElementById(id)?.focus();

function useLines(name: string) {
  const { watch, setValue, getFieldState, formState } = useFormContext();
  const error = messageIn(getFieldState(name, formState).error);
  return {
    lines: watch(name) as string[][],
    error,
    change: (next: string[][]) => setValue(name, next, { shouldDirty: true, shouldValidate: true }),
  };
}

/** Of the field itself, or of the first line that is wrong. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error).map(messageIn).find(Boolean);
}

function Chosen({ names, onRemove }: { names: readonly string[]; onRemove(name: string): void }) {
  return names.map((name, place) => (
    <span key={name} className="inline-flex items-center gap-2">
      {place > 0 && <span className="text-soft">or</span>}
      <span className="inline-flex min-h-(--control) items-center rounded-control border border-edge bg-sunk pl-2.5">
        {name}
        <button type="button" className="clear" onClick={() => onRemove(name)}>
          <X aria-hidden className="size-4" />
          <span className="sr-only">Remove {name}</span>
        </button>
      </span>
    </span>
  ));
}

const FIRST = "Add a subject…";

interface AddingParts {
  readonly id: string;
  readonly label: string;
  readonly first: string;
  readonly choices: readonly string[];
  onAdd(name: string): void;
}

function Adding({ id, label, first, choices, onAdd }: AddingParts) {
  return (
    <select
      id={id}
      aria-label={label}
      className={`control ${first === FIRST ? "w-44" : "w-36"}`}
      value=""
      onChange={(event) => onAdd(event.target.value)}
    >
      <option value="">{first}</option>
      {choices.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}
