import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { type ArrayPath, type FieldPath, get, useFieldArray } from "react-hook-form";
import type { Sheet } from "#kit/form/sheet.web.ts";
import type { TypedBookForm } from "./rule-book.form.rules.ts";

export interface PartParts {
  readonly sheet: Sheet<TypedBookForm>;
}

/** As the form library keeps an error: of a field, or of a list as a whole. */
interface Failed {
  readonly message?: string;
  readonly root?: { readonly message?: string };
}

interface FrameParts extends PartParts {
  readonly title: string;
  readonly hint: string;
  readonly name: FieldPath<TypedBookForm>;
  readonly children: ReactNode;
}

export function Part({ title, hint, sheet, name, children }: FrameParts) {
  const error = get(sheet.form.formState.errors, name) as Failed | undefined;
  const sentence = error?.message ?? error?.root?.message;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="text-large">{title}</legend>
      <p className="text-small text-soft">{hint}</p>
      {sentence && <p className="font-semibold text-bad">{sentence}</p>}
      {children}
    </fieldset>
  );
}

interface ListParts extends PartParts {
  readonly name: ArrayPath<TypedBookForm>;
  readonly blank:
    | TypedBookForm["bands"][number]
    | TypedBookForm["classes"][number]
    | TypedBookForm["standings"][number];
  readonly add: string;
  readonly one: string;
  readonly children: (at: number) => ReactNode;
}

/** Lines that are added and taken out; what they hold stands beside one another, or wraps on a phone. */
export function List({ sheet, name, blank, add, one, children }: ListParts) {
  const { fields, append, remove } = useFieldArray({ control: sheet.form.control, name });
  return (
    <div className="grid content-start gap-3">
      <ol className="grid gap-3">
        {fields.map(({ id }, at) => (
          <li key={id} className="flex flex-wrap items-end gap-x-1.5 gap-y-2 border-line border-l-3 pl-2">
            {children(at)}
            <button type="button" className="clear" onClick={() => remove(at)}>
              <X aria-hidden className="size-4" />
              <span className="sr-only">
                Remove {one} {at + 1}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <button type="button" className="button button-quiet justify-self-start" onClick={() => append(blank)}>
        <Plus aria-hidden className="size-4" />
        {add}
      </button>
    </div>
  );
}

interface CellParts extends PartParts {
  readonly name: FieldPath<TypedBookForm>;
  readonly label: string;
}

export function Cell({ sheet, name, label, width }: CellParts & { width: string }) {
  const { id } = sheet.field(name);
  const error = (get(sheet.form.formState.errors, name) as Failed | undefined)?.message;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-small">
        {label}
      </label>
      <input
        {...sheet.form.register(name)}
        id={id}
        type="text"
        autoComplete="off"
        className={`control figures ${width}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p id={`${id}-error`} className="max-w-40 text-bad text-small">
          {error}
        </p>
      )}
    </div>
  );
}

export function Pick({ sheet, name, label, options }: CellParts & { options: readonly string[] }) {
  const { id } = sheet.field(name);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-small">
        {label}
      </label>
      <select {...sheet.form.register(name)} id={id} className="control w-36">
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </div>
  );
}
