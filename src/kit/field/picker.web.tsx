import { type KeyboardEvent, useState } from "react";
import { useFormContext } from "react-hook-form";
import { describedBy, FieldFrame, type FieldParts } from "./field.web.tsx";
import { matching, type PickerChoice, PickerList } from "./picker-list.web.tsx";

interface PickerParts extends Omit<FieldParts, "name" | "options"> {
  readonly error: string | undefined;
  readonly choices: readonly PickerChoice[];
  /** What is chosen; empty for nothing. */
  readonly held: string;
  choose(value: string): void;
  /** Something else is being typed: nothing is chosen. */
  clear(): void;
}

/**
 * A list too long to look through: what is typed narrows it, arrows and Enter or a tap choose. What the form holds is
 * chosen, whoever put it there.
 */
export function PickerField({ choices, ...field }: FieldParts & { choices: readonly PickerChoice[] }) {
  const { name } = field;
  const { setValue, watch, getFieldState, formState } = useFormContext();
  return (
    <Picker
      {...field}
      error={getFieldState(name, formState).error?.message}
      choices={choices}
      held={watch(name)}
      choose={(value) => setValue(name, value, { shouldValidate: true, shouldTouch: true, shouldDirty: true })}
      clear={() => setValue(name, "", { shouldDirty: true })}
    />
  );
}

/** The same where no form holds what is chosen. */
export function Picker({ choices, error, held, choose: keep, clear, ...field }: PickerParts) {
  const { id, hint } = field;
  const chosen = choices.find(({ value }) => value === held);
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const found = open ? matching(choices, chosen ? "" : typed) : [];

  const choose = (choice: PickerChoice) => {
    setOpen(false);
    keep(choice.value);
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setAt(0);
    if (chosen) clear();
  };
  const press = (event: KeyboardEvent) => {
    const choice = found[at];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = open ? at + (event.key === "ArrowDown" ? 1 : -1) : at;
      setAt(Math.max(0, Math.min(next, found.length - 1)));
      setOpen(true);
    } else if (event.key === "Enter" && choice) choose(choice);
    else if (event.key === "Escape" && open) setOpen(false);
    else return;
    // Escape hides the list and not the dialog around it; Enter chooses and does not send.
    event.preventDefault();
  };

  return (
    <FieldFrame {...field} error={error}>
      <input
        id={id}
        className="control"
        role="combobox"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] && `${id}-${at}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        value={chosen?.label ?? typed}
        onChange={(event) => type(event.target.value)}
        onClick={() => setOpen(true)}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
      />
      {open && (
        <PickerList id={id} label={field.label} found={found} at={at} chosen={chosen?.value} onChoose={choose} />
      )}
      <p role="status" className="sr-only">
        {open && `${found.length} found`}
      </p>
    </FieldFrame>
  );
}
