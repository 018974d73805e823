import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "#kit/field/choice-fields.web.tsx";
import { describedBy, FieldError, FieldHint, type FieldParts } from "#kit/field/field.web.tsx";
import type { Sheet } from "#kit/form/sheet.web.ts";
import { gradeNames } from "#reference/grades/grades.rules.ts";
import { rankedStages, rankedVerdicts, type TypedScheme } from "./merit-scheme.contract.ts";
import { QuotasPart } from "./merit-scheme.quotas.page.tsx";
import { WeightSlider } from "./merit-scheme.slider.page.tsx";

/** What each grade is worth: nine small numbers in a row. */
function PointsField(field: FieldParts) {
  const { watch, setValue, getFieldState, formState } = useFormContext();
  const found = getFieldState(field.name, formState).error;
  const error = found?.message ?? (found ? "Each grade needs a whole number of points from 0 to 100" : undefined);
  const points = watch(field.name) as readonly (number | undefined)[];
  const change = (at: number, text: string) =>
    setValue(
      field.name,
      points.map((one, place) => (place === at ? (text === "" ? undefined : Number(text)) : one)),
      { shouldDirty: true, shouldTouch: true, shouldValidate: true },
    );
  return (
    <fieldset className={error ? "border-bad border-l-4 pl-3" : ""}>
      <legend className="font-semibold">{field.label}</legend>
      <FieldHint id={field.id} hint={field.hint} />
      <div className="grid grid-cols-5 gap-1.5 sm:grid-cols-9 lg:grid-cols-5">
        {gradeNames.map((grade, place) => (
          <label key={grade} className="grid gap-0.5 text-center text-small">
            {grade}
            <input
              id={place === 0 ? field.id : undefined}
              type="number"
              inputMode="numeric"
              min={0}
              max={100}
              className="control figures px-1 text-center"
              value={points[place] ?? ""}
              onChange={(event) => change(place, event.target.value)}
            />
          </label>
        ))}
      </div>
      <FieldError id={field.id} error={error} />
    </fieldset>
  );
}

interface TicksParts extends FieldParts {
  /** What may be ticked, with the words for it. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** Any of a few, all in view. */
function Ticks({ choices, ...field }: TicksParts) {
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

interface EditorParts {
  readonly sheet: Sheet<TypedScheme>;
  readonly schools: readonly { readonly _id: string; readonly label: string }[];
}

/** Every field of a scheme; what is changed least is folded away. */
export function SchemeFields({ sheet, schools }: EditorParts) {
  return (
    <>
      <Part title="Weights" open>
        <Weights sheet={sheet} />
      </Part>
      <Part title="Cut-offs" open>
        <WeightSlider
          {...sheet.field("leastaggregate")}
          least={0}
          most={100}
          step={0.5}
          optional
          hint="Nobody below it is ranked"
        />
        <WeightSlider
          {...sheet.field("leastutme")}
          least={0}
          most={400}
          step={5}
          optional
          hint="For those who have a UTME score"
        />
      </Part>
      <Part title="Quotas" open>
        <QuotasPart sheet={sheet} />
      </Part>
      <Part title="Who is ranked">
        <Ticks {...sheet.field("stages")} choices={rankedStages.map(asChoice)} />
        <Ticks {...sheet.field("verdicts")} choices={rankedVerdicts.map(asChoice)} />
        <SelectField
          {...sheet.field("wishes")}
          hint="Who gets no seat in the first choice goes on to the second, then the third"
        />
      </Part>
      <Part title="O-Level points">
        <WeightSlider {...sheet.field("best")} least={1} most={9} hint="So many distinct subjects count" />
        <PointsField {...sheet.field("points")} />
      </Part>
      <Part title="Science and arts">
        <WeightSlider
          {...sheet.field("scienceshare")}
          least={0}
          most={100}
          unit="%"
          optional
          hint="Of all offers, such as 60. A list that gives fewer says so; no seat is moved by it"
        />
        <Ticks {...sheet.field("sciences")} choices={schools.map(({ _id, label }) => ({ value: _id, label }))} />
      </Part>
    </>
  );
}

const asChoice = (value: string) => ({ value, label: value });

function Weights({ sheet }: Pick<EditorParts, "sheet">) {
  const weights = useWatch({ control: sheet.form.control, name: ["utme", "screening", "olevel"] });
  const sum = weights.reduce((held: number, one) => held + (one || 0), 0);
  return (
    <>
      {(["utme", "screening", "olevel"] as const).map((name) => (
        <WeightSlider key={name} {...sheet.field(name)} least={0} most={100} unit="%" />
      ))}
      <p className={sum === 100 ? "text-soft" : "font-semibold text-bad"}>
        The weights sum to {sum}%{sum !== 100 && `: ${Math.abs(100 - sum)} too ${sum > 100 ? "many" : "few"}`}
      </p>
      <SelectField {...sheet.field("noutme")} hint="Candidates for the NCE sit no UTME" />
      <SelectField {...sheet.field("noscreening")} />
    </>
  );
}

function Part({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="card px-4">
      <summary className="min-h-(--control) cursor-pointer py-2 font-semibold text-large">{title}</summary>
      <div className="grid gap-3 pb-4">{children}</div>
    </details>
  );
}
