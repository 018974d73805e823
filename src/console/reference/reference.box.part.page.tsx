import { ChevronDown, X } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { Choice } from "../record/record.contract.ts";
import { useChoiceOf, useChoices } from "./reference.choices.part.page.tsx";
import { ReferenceList } from "./reference.list.part.page.tsx";

interface BoxParts {
  readonly id: string;
  readonly label: string;
  readonly noun: string;
  readonly chosen: Choice | null;
  /** As a field of a form, or within something that has a border. */
  readonly look: "control" | "bare";
  readonly placeholder?: string;
  /** The record that is not offered, such as the one that another is compared with. */
  readonly without?: string;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  onChoose(choice: Choice | null): void;
  onLeave?(event: FocusEvent): void;
}

/** Another record, found by typing: arrows and Enter or a press choose, Escape keeps what was chosen. */
export function ReferenceBox(parts: BoxParts) {
  const {
    id,
    label,
    noun,
    chosen,
    look,
    placeholder,
    without,
    describedBy,
    invalid = false,
    onChoose,
    onLeave,
  } = parts;
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  /** Enter was pressed before what was typed was found. */
  const [hurried, setHurried] = useState(false);
  const { read, answersTyped } = useChoices(noun, typed ?? "", open);
  const found = open ? (read.data ?? []).filter(({ _id }) => _id !== without) : [];

  const close = () => {
    setOpen(false);
    setTyped(null);
    setAt(0);
    setHurried(false);
  };
  const choose = (choice: Choice | null) => {
    close();
    onChoose(choice);
  };
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
    setOpen(true);
    setHurried(false);
  };
  // Enter before the answer takes what can be meant alone; of several the person sees the list and chooses.
  const meant = hurried && answersTyped ? onlyMeant(found, typed ?? "") : undefined;
  useEffect(() => {
    if (!hurried || !answersTyped) return;
    setHurried(false);
    if (meant) choose(meant);
  });
  const press = (event: KeyboardEvent) => {
    const choice = found[at];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = open ? at + (event.key === "ArrowDown" ? 1 : -1) : at;
      setAt(Math.max(0, Math.min(next, found.length - 1)));
      setOpen(true);
    } else if (event.key === "Enter" && open) {
      if (!answersTyped) setHurried(true);
      else if (choice) choose(choice);
    } else if (event.key === "Escape" && open) close();
    else return;
    // Escape hides the list and not the dialog around it; Enter chooses and does not send.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={look === "bare" ? "relative flex items-center" : "relative"}>
      <input
        ref={box}
        id={id}
        className={look === "bare" ? "bare" : "control pr-9"}
        role="combobox"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={placeholder}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={answersTyped && found[at] ? `${id}-${at}` : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={typed ?? chosen?.label ?? ""}
        onChange={(event) => type(event.target.value)}
        onClick={() => setOpen(true)}
        onKeyDown={press}
        onBlur={(event) => {
          // Emptied by hand and left is chosen as none.
          if (typed?.trim() === "" && chosen) choose(null);
          else close();
          onLeave?.(event);
        }}
      />
      {!chosen && (
        <ChevronDown
          aria-hidden
          className={`pointer-events-none size-4 shrink-0 text-soft ${look === "bare" ? "" : "absolute inset-y-0 right-2.5 my-auto"}`}
        />
      )}
      {chosen && (
        <button
          type="button"
          className={look === "bare" ? "clear" : "clear absolute inset-y-0 right-1 my-auto"}
          onClick={() => {
            choose(null);
            box.current?.focus();
          }}
        >
          <X aria-hidden className="size-4" />
          <span className="sr-only">Clear {label.toLowerCase()}</span>
        </button>
      )}
      {open && (
        <ReferenceList
          id={id}
          label={label}
          found={found}
          at={at}
          chosen={chosen?._id}
          reading={read}
          answersTyped={answersTyped}
          onChoose={choose}
        />
      )}
    </div>
  );
}

/** The one that is meant without a doubt: alone found, or called exactly what was typed. */
function onlyMeant(found: readonly Choice[], typed: string): Choice | undefined {
  const named = found.filter(({ label }) => label.toLowerCase() === typed.trim().toLowerCase());
  const [meant, ...others] = named.length > 0 ? named : found;
  return others.length === 0 && typed.trim() !== "" ? meant : undefined;
}

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
