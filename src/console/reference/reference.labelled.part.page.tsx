import { useId } from "react";
import { ReferenceBox } from "./reference.box.part.page.tsx";
import { useChoiceOf } from "./reference.choices.part.page.tsx";

interface LabelledParts {
  readonly noun: string;
  readonly label: string;
  /** The `_id` of what is chosen; empty for nothing. */
  readonly held: string;
  readonly placeholder?: string;
  /** The `_id` of what is chosen now; empty for nothing. */
  onChoose(id: string): void;
}

/** A box for another record with its label above, outside of a form. */
export function LabelledReference({ noun, label, held, placeholder, onChoose }: LabelledParts) {
  const id = useId();
  const chosen = useChoiceOf(noun, held, undefined);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <ReferenceBox
        id={id}
        label={label}
        noun={noun}
        chosen={chosen}
        look="control"
        {...(placeholder && { placeholder })}
        onChoose={(choice) => onChoose(choice?._id ?? "")}
      />
    </div>
  );
}
