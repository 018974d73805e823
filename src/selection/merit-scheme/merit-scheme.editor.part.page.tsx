import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { SelectField } from "#kit/field/choice-fields.web.tsx";
import type { Sheet } from "#kit/form/sheet.web.ts";
import { judgements, stages } from "./merit-scheme.contract.ts";
import { PointsField } from "./merit-scheme.points.part.page.tsx";
import { QuotasPart } from "./merit-scheme.quotas.part.page.tsx";
import { Slider } from "./merit-scheme.slider.part.page.tsx";
import { Ticks } from "./merit-scheme.ticks.part.page.tsx";
import type { SchemeTyped } from "./merit-scheme.typed.contract.ts";

interface EditorParts {
  readonly sheet: Sheet<SchemeTyped>;
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
        <Slider
          {...sheet.field("leastaggregate")}
          least={0}
          most={100}
          step={0.5}
          optional
          hint="Nobody below it is ranked"
        />
        <Slider
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
        <Ticks {...sheet.field("stages")} choices={stages.map(asChoice)} />
        <Ticks {...sheet.field("verdicts")} choices={judgements.map(asChoice)} />
      </Part>
      <Part title="O-Level points">
        <Slider {...sheet.field("best")} least={1} most={9} hint="So many distinct subjects count" />
        <PointsField {...sheet.field("points")} />
      </Part>
      <Part title="Science and arts">
        <Slider
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
        <Slider key={name} {...sheet.field(name)} least={0} most={100} unit="%" />
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
