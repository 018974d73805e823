import type { ComponentProps } from "react";
import { ChoiceGroup } from "#kit/field/choice-fields.web.tsx";
import type { FieldParts } from "#kit/field/field.web.tsx";
import type { Field } from "../record/record.facts.rules.ts";

/** Yes or no, both in view, each in its word. */
export function FlagField({ words, ...field }: FieldParts & { words: readonly [yes: string, no: string] }) {
  return (
    <Group {...field}>
      {(register) =>
        (["true", "false"] as const).map((value, place) => (
          <label key={value} className={box}>
            <input {...register} id={idAt(field.id, place)} type="radio" value={value} className="size-4.5" />
            {words[place]}
          </label>
        ))
      }
    </Group>
  );
}

/** One of a few, all in view, each in the office's words. */
export function CalledField({ called, ...field }: FieldParts & { called: Readonly<Record<string, string>> }) {
  return (
    <Group {...field}>
      {(register) =>
        field.options.map((value, place) => (
          <label key={value} className={box}>
            <input {...register} id={idAt(field.id, place)} type="radio" value={value} className="size-4.5 shrink-0" />
            {called[value] ?? value}
          </label>
        ))
      }
    </Group>
  );
}

interface SeveralParts extends FieldParts {
  /** What a value is called, where it is not its own name. */
  readonly called?: Field["called"];
}

/** Any of a closed list. */
export function SeveralField({ called, ...field }: SeveralParts) {
  return (
    <Group {...field}>
      {(register) =>
        field.options.map((value, place) => (
          <label key={value} className={box}>
            <input {...register} id={idAt(field.id, place)} type="checkbox" value={value} className="size-4.5" />
            {called?.[value] ?? value}
          </label>
        ))
      }
    </Group>
  );
}

const box = "flex min-h-(--control) cursor-pointer items-center gap-2";
const idAt = (id: string, place: number) => (place === 0 ? id : `${id}-${place}`);

function Group({ children, ...field }: ComponentProps<typeof ChoiceGroup>) {
  return (
    <ChoiceGroup {...field}>
      {(registered) => <div className="flex flex-wrap gap-x-5">{children(registered)}</div>}
    </ChoiceGroup>
  );
}
