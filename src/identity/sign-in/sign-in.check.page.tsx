import { useFormContext } from "react-hook-form";
import type { FieldParts } from "#kit/field/field.web.tsx";

/** One thing that is so or not, with what it brings about. */
export function CheckField({ id, name, label, hint }: FieldParts & { readonly hint: string }) {
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
        {hint}
      </p>
    </div>
  );
}
