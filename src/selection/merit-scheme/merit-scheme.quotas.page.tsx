import { ArrowDown, ArrowUp, Trash2, X } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "#kit/field/choice-fields.web.tsx";
import { FieldError, FieldHint, type FieldParts } from "#kit/field/field.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import type { FieldFacts, Sheet } from "#kit/form/sheet.web.ts";
import {
  leftoverSeatFates,
  type MeritQuota,
  membersOf,
  type QuotaFor,
  quotaFor,
  quotaLabels,
  type TypedScheme,
} from "./merit-scheme.contract.ts";
import { WeightSlider } from "./merit-scheme.slider.page.tsx";

/** Whom a quota names: what was chosen, each with a cross, and a list to add from. */
function MembersField({ choices, ...field }: FieldParts & { readonly choices: readonly string[] }) {
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

const merit: MeritQuota = { name: "Merit", share: 100, who: "Everybody", members: [], left: "Goes to merit" };

/** What federal colleges are asked to keep. */
const federal: readonly MeritQuota[] = [
  { ...merit, share: 45 },
  { name: "Catchment", share: 35, who: "States of origin", members: [], left: "Goes to merit" },
  { name: "ELDS", share: 20, who: "Educationally less developed states", members: [], left: "Goes to merit" },
];

/** Quotas in the order in which their seats are given. */
export function QuotasPart({ sheet }: { sheet: Sheet<TypedScheme> }) {
  const { control, formState, getFieldState } = sheet.form;
  const list = useFieldArray({ control, name: "quotas" });
  const typed = useWatch({ control, name: "quotas" }) as readonly MeritQuota[];
  const found = getFieldState("quotas", formState).error;
  const error = found?.message ?? found?.root?.message;
  const sum = typed.reduce((held, { share }) => held + (share || 0), 0);
  return (
    <div className="grid gap-3">
      <FieldHint id="quotas" hint="Seats are given in this order; who has one takes no second." />
      <ol className="grid gap-3">
        {list.fields.map(({ id }, place) => (
          <li key={id}>
            <fieldset className="grid gap-2 rounded-card border border-line p-3">
              <legend className="sr-only">Quota {place + 1}</legend>
              <div className="flex items-start gap-1">
                <div className="grow">
                  <TextField {...factsOf(sheet, place, "name")} />
                </div>
                <OrderButtons
                  place={place}
                  last={list.fields.length - 1}
                  named={typed[place]?.name || `Quota ${place + 1}`}
                  move={list.move}
                  remove={list.remove}
                />
              </div>
              <WeightSlider {...factsOf(sheet, place, "share")} least={0} most={100} unit="%" />
              <QuotaTarget sheet={sheet} place={place} who={typed[place]?.who ?? "Everybody"} />
            </fieldset>
          </li>
        ))}
      </ol>
      <p className={sum === 100 ? "text-soft" : "font-semibold text-bad"}>
        The shares sum to {sum}%{sum !== 100 && `: ${Math.abs(100 - sum)} too ${sum > 100 ? "many" : "few"}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button button-quiet"
          onClick={() => list.append({ ...merit, name: "", share: 0, who: "States of origin" })}
        >
          Add a quota
        </button>
        <button type="button" className="button button-quiet" onClick={() => list.replace([...federal])}>
          45 / 35 / 20
        </button>
        <button type="button" className="button button-quiet" onClick={() => list.replace([merit])}>
          Merit only
        </button>
      </div>
      <FieldError id="quotas" error={error} />
    </div>
  );
}

/** What a field of one quota is called; a list's own fields the sheet does not know. */
const factsOf = (sheet: Sheet<TypedScheme>, place: number, name: keyof MeritQuota): FieldFacts => ({
  ...sheet.field(`quotas.${place}.${name}`),
  label: quotaLabels[name],
  optional: false,
  options: name === "who" ? quotaFor : name === "left" ? leftoverSeatFates : [],
});

interface TargetParts {
  readonly sheet: Sheet<TypedScheme>;
  readonly place: number;
  readonly who: QuotaFor;
}

function QuotaTarget({ sheet, place, who }: TargetParts) {
  const choices = membersOf[who];
  const field = factsOf(sheet, place, "who");
  const change = (next: QuotaFor) => {
    sheet.form.setValue(`quotas.${place}.who`, next, { shouldDirty: true, shouldValidate: true });
    sheet.form.setValue(`quotas.${place}.members`, [], { shouldDirty: true });
  };
  return (
    <>
      <div>
        <label htmlFor={field.id} className="mb-1 block font-semibold">
          {field.label}
        </label>
        <select
          id={field.id}
          className="control"
          value={who}
          onChange={(event) => change(event.target.value as QuotaFor)}
        >
          {field.options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      {choices.length > 0 && <MembersField {...factsOf(sheet, place, "members")} choices={choices} />}
      {who !== "Everybody" && <SelectField {...factsOf(sheet, place, "left")} />}
    </>
  );
}

interface OrderParts {
  readonly place: number;
  readonly last: number;
  readonly named: string;
  move(from: number, to: number): void;
  remove(place: number): void;
}

function OrderButtons({ place, last, named, move, remove }: OrderParts) {
  return (
    <div className="mt-5 flex">
      <button
        type="button"
        className="icon-button"
        aria-disabled={place === 0}
        onClick={() => place > 0 && move(place, place - 1)}
      >
        <ArrowUp aria-hidden className="size-4" />
        <span className="sr-only">{named}: earlier</span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-disabled={place === last}
        onClick={() => place < last && move(place, place + 1)}
      >
        <ArrowDown aria-hidden className="size-4" />
        <span className="sr-only">{named}: later</span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-disabled={last === 0}
        onClick={() => last > 0 && remove(place)}
      >
        <Trash2 aria-hidden className="size-4" />
        <span className="sr-only">Remove {named}</span>
      </button>
    </div>
  );
}
