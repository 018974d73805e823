import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import type { FieldParts } from "#kit/field/field.web.tsx";

const load = () => import("#reference/states-and-lgas/states-and-lgas.rules.ts");

interface PlaceParts {
  readonly form: UseFormReturn<Record<string, string>>;
  readonly state: FieldParts;
  readonly area: FieldParts;
}

/** A state and one of its areas; another state clears the area. */
export function PlaceFields({ form, state, area }: PlaceParts) {
  const { data } = useQuery({ queryKey: ["states and areas"], queryFn: load, staleTime: "static" });
  const chosen = form.watch(state.name) ?? "";
  const kept = form.watch(area.name) ?? "";
  const areas = data?.areasOf(chosen) ?? [];
  const foreign = data !== undefined && kept !== "" && !areas.includes(kept);
  useEffect(() => {
    if (foreign) form.setValue(area.name, "");
  }, [foreign, form, area.name]);
  const asChoice = (name: string) => ({ value: name, label: name });
  return (
    <>
      <SelectFrom {...state} asked="state" choices={(data?.stateNames ?? []).map(asChoice)} />
      <SelectFrom
        {...area}
        asked="area"
        {...(areas.length === 0 && { hint: "Choose the state first" })}
        choices={areas.map(asChoice)}
      />
    </>
  );
}
