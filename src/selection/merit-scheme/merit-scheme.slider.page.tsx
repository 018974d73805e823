import { useFormContext } from "react-hook-form";
import { describedBy, FieldError, FieldHint, type FieldParts, LabelText } from "#kit/field/field.web.tsx";

interface SliderParts extends FieldParts {
  readonly least: number;
  readonly most: number;
  readonly step?: number;
  /** After the number, such as %. */
  readonly unit?: string;
}

/** A number that is slid or typed; where it is optional, an empty box is none. */
export function WeightSlider({ least, most, step = 1, unit, ...field }: SliderParts) {
  const { id, name, label, optional, hint } = field;
  const { watch, setValue, getFieldState, formState } = useFormContext();
  const error = getFieldState(name, formState).error?.message;
  const value: unknown = watch(name);
  const change = (text: string) =>
    setValue(name, text === "" ? undefined : Number(text), {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
  const described = describedBy(id, hint, error);
  return (
    <div className={error ? "border-bad border-l-4 pl-3" : ""}>
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="font-semibold">
          <LabelText label={label} optional={optional} />
        </label>
        <span className="flex items-center gap-1">
          <input
            id={id}
            type="number"
            inputMode="decimal"
            min={least}
            max={most}
            step={step}
            className="control figures w-20 text-right"
            aria-describedby={described}
            aria-invalid={error ? true : undefined}
            value={typeof value === "number" ? value : ""}
            onChange={(event) => change(event.target.value)}
          />
          <span className="w-4 text-soft">{unit}</span>
        </span>
      </div>
      <FieldHint id={id} hint={hint} />
      <input
        type="range"
        aria-label={`${label}: slide`}
        min={least}
        max={most}
        step={step}
        className="h-7 pointer-coarse:h-11 w-full cursor-pointer accent-brand"
        value={typeof value === "number" ? value : least}
        onChange={(event) => change(event.target.value)}
      />
      <FieldError id={id} error={error} />
    </div>
  );
}
