import { useController } from "react-hook-form";
import { describedBy, FieldFrame, type FieldParts, unlessPressing } from "#kit/field/field.web.tsx";
import { ReferenceBox } from "../reference/reference.box.part.page.tsx";
import { useChoiceOf } from "../reference/reference.choices.part.page.tsx";

interface ReferenceParts extends FieldParts {
  readonly noun: string;
  /** The names that are known so far, by `_id`; what is chosen here is added. */
  readonly labels: Map<string, string>;
}

/** Another record, as a field of a form, which keeps its `_id`. */
export function ReferenceField({ noun, labels, ...field }: ReferenceParts) {
  const { field: control, fieldState } = useController({ name: field.name });
  const error = fieldState.error?.message;
  const held = String(control.value ?? "");
  const label = labels.get(held);
  const chosen = useChoiceOf(noun, held, label === undefined ? undefined : { _id: held, label });
  return (
    <FieldFrame {...field} error={error}>
      <ReferenceBox
        id={field.id}
        label={field.label}
        noun={noun}
        chosen={chosen}
        look="control"
        describedBy={describedBy(field.id, field.hint, error)}
        invalid={error !== undefined}
        onLeave={unlessPressing(control.onBlur)}
        onChoose={(choice) => {
          if (choice) labels.set(choice._id, choice.label);
          control.onChange(choice?._id ?? "");
        }}
      />
    </FieldFrame>
  );
}
