import { useFormContext } from "react-hook-form";
import type { FieldParts } from "#kit/field/field.web.tsx";

/** Ticked on a device of others, with what it brings about. */
export function SharedDeviceField({ id, name, label }: FieldParts) {
  const { register } = useFormContext();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          {...register(name)}
          id={id}
          type="checkbox"
          className="size-5 shrink-0"
          aria-describedby={`${id}-hint`}
        />
        {label}
      </label>
      <p id={`${id}-hint`} className="pl-8 text-small text-soft">
        For a cyber café or a borrowed phone: you are signed out after 20 idle minutes, and nothing stays behind
      </p>
    </div>
  );
}
