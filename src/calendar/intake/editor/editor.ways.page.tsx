import { useWatch } from "react-hook-form";
import type { Sheet } from "#kit/form/sheet.web.ts";
import { MOST_OTHER_WAYS, olevelChoices, type TypedRules, type TypedWay } from "../intake.entry-rules-form.contract.ts";
import { LinesField, NumberField } from "./editor.lines.page.tsx";

/** The ways to fulfil the O-Level: one that always stands, and others of which any does as well. */
export function OLevelPart({ sheet }: { sheet: Sheet<TypedRules> }) {
  const others = useWatch({ control: sheet.form.control, name: "otherwise" }) ?? [];
  const change = (next: TypedWay[]) =>
    sheet.form.setValue("otherwise", next, { shouldDirty: true, shouldValidate: true });
  const add = () => {
    const { credits, sittings, must, passes, morepasses } = sheet.form.getValues();
    change([...others, { credits, sittings, must, passes, morepasses }]);
  };
  return (
    <>
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-large">O-Level</legend>
        <WayFields sheet={sheet} within="" />
      </fieldset>
      {others.map((_, place) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a way is known by its place
          key={place}
          className="grid gap-4 border-line border-l-3 pl-4"
        >
          <legend className="mb-2 text-large">Or: another way {place + 1}</legend>
          <WayFields sheet={sheet} within={`otherwise.${place}.`} />
          <button
            type="button"
            className="button button-quiet justify-self-start"
            onClick={() => change(others.filter((_one, at) => at !== place))}
          >
            Remove way {place + 1}
          </button>
        </fieldset>
      ))}
      {others.length < MOST_OTHER_WAYS && (
        <div>
          <button type="button" className="button button-quiet" onClick={add}>
            Add another way
          </button>
          <p className="mt-1 text-soft">
            Such as six credits at two sittings beside five at one. Who fulfils one of them qualifies.
          </p>
        </div>
      )}
    </>
  );
}

type Within = "" | `otherwise.${number}.`;

function WayFields({ sheet, within }: { sheet: Sheet<TypedRules>; within: Within }) {
  return (
    <>
      <div className="flex flex-wrap gap-4">
        <NumberField {...sheet.field(`${within}credits`)} least={0} most={9} />
        <NumberField
          {...sheet.field(`${within}morepasses`)}
          least={0}
          most={9}
          hint="Beside the credits, any subjects"
        />
        <NumberField {...sheet.field(`${within}sittings`)} least={1} most={2} />
      </div>
      <LinesField
        {...sheet.field(`${within}must`)}
        hint="One line for each subject that must be among the credits; a line with several asks for any of them"
        choices={olevelChoices}
      />
      <LinesField {...sheet.field(`${within}passes`)} hint="Subjects that need a pass only" choices={olevelChoices} />
    </>
  );
}
