import type { FieldPath, FieldValues, PathValue } from "react-hook-form";
import type { Sheet } from "#kit/form/sheet.web.ts";

interface UsualParts<V extends FieldValues> {
  readonly sheet: Sheet<V>;
  readonly usual: readonly string[];
}

/** Reasons that are given most, to be pressed: one takes the place of another, and stands below what was typed. */
export function UsualReasons<V extends FieldValues>({ sheet, usual }: UsualParts<V>) {
  const name = "reason" as FieldPath<V>;
  const fill = (sentence: string) => {
    const typed = String(sheet.form.getValues(name) ?? "");
    if (typed.includes(sentence)) return;
    const isReplaced = typed.trim() === "" || usual.includes(typed.trim());
    const filled = isReplaced ? sentence : `${typed.trimEnd()}\n${sentence}`;
    sheet.form.setValue(name, filled as PathValue<V, FieldPath<V>>, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <ul aria-label="Usual reasons" className="mt-1.5 grid gap-0.5">
      {usual.map((sentence) => (
        <li key={sentence}>
          <button type="button" className="link cursor-pointer py-0.5 text-left" onClick={() => fill(sentence)}>
            {sentence}
          </button>
        </li>
      ))}
    </ul>
  );
}
