import { useFormContext } from "react-hook-form";
import { FieldError, FieldHint, type FieldParts } from "#kit/field/field.web.tsx";
import { gradeNames } from "#reference/grades/grades.contract.ts";

/** What each grade is worth: nine small numbers in a row. */
export function PointsField(field: FieldParts) {
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
