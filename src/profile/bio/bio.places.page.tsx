import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Read } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import type { Sheet } from "#kit/form/sheet.web.ts";
import { CardBones } from "#kit/look/states.web.tsx";
import type { Typed } from "./bio.draft.contract.ts";

const load = () => import("#reference/states-and-lgas/states-and-lgas.rules.ts");

type Reference = Awaited<ReturnType<typeof load>>;

/** 37 states and 774 areas, loaded when this step is opened. */
export function PlaceFields({ sheet }: { sheet: Sheet<Partial<Typed>> }) {
  const reference = useQuery({ queryKey: ["states and areas"], queryFn: load, staleTime: "static" });
  return (
    <Read from={reference} waiting={<CardBones />}>
      {(states) => (
        <>
          <StateAndArea sheet={sheet} states={states} state="stateoforigin" area="lgaoforigin" />
          <SameButton sheet={sheet} />
          <StateAndArea sheet={sheet} states={states} state="stateofresidence" area="lgaofresidence" />
        </>
      )}
    </Read>
  );
}

interface PlaceParts {
  readonly sheet: Sheet<Partial<Typed>>;
  readonly states: Reference;
  readonly state: "stateoforigin" | "stateofresidence";
  readonly area: "lgaoforigin" | "lgaofresidence";
}

/** The areas are those of the chosen state; another state clears the area, and says so. */
function StateAndArea({ sheet, states, state, area }: PlaceParts) {
  const { form } = sheet;
  const chosen = form.watch(state) ?? "";
  const kept = form.watch(area) ?? "";
  const [news, setNews] = useState("");
  const areas = states.areasOf(chosen);
  const foreign = kept !== "" && !areas.includes(kept);
  useEffect(() => {
    if (!foreign) return;
    form.setValue(area, "");
    setNews(`${kept} has been cleared. Choose a local government area of ${chosen || "the state"}`);
  }, [foreign, form, area, kept, chosen]);

  const asChoice = (name: string) => ({ value: name, label: name });
  return (
    <>
      <SelectFrom {...sheet.field(state)} choices={states.stateNames.map(asChoice)} />
      <div>
        <SelectFrom
          {...sheet.field(area)}
          asked="area"
          {...(areas.length === 0 && { hint: "Choose the state first" })}
          choices={areas.map(asChoice)}
        />
        <p role="status" className="mt-1.5 text-small text-soft empty:hidden">
          {kept === "" && news}
        </p>
      </div>
    </>
  );
}

function SameButton({ sheet: { form } }: { sheet: Sheet<Partial<Typed>> }) {
  const [state, area] = form.watch(["stateoforigin", "lgaoforigin"]);
  const [liveIn, liveAt] = form.watch(["stateofresidence", "lgaofresidence"]);
  if (!state || !area || (state === liveIn && area === liveAt)) return null;
  return (
    <div>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => {
          form.setValue("stateofresidence", state, { shouldValidate: true });
          form.setValue("lgaofresidence", area, { shouldValidate: true });
        }}
      >
        I live there too
      </button>
    </div>
  );
}
