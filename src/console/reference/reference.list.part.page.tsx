import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Choice } from "../record/record.contract.ts";

interface ListParts {
  /** Of the box above. */
  readonly id: string;
  readonly label: string;
  readonly found: readonly Choice[];
  /** The place of the choice that Enter takes. */
  readonly at: number;
  readonly chosen: string | undefined;
  readonly reading: UseQueryResult<unknown>;
  /** False while `found` answers what was typed before: it is drawn pale and cannot be chosen. */
  readonly answersTyped: boolean;
  onChoose(choice: Choice): void;
}

/** What is found; the keyboard stays in the box above. */
export function ReferenceList({ id, label, found, at, chosen, reading, answersTyped, onChoose }: ListParts) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside what can be chosen leaves the keyboard where it is
    <div className="choices" onMouseDown={(event) => event.preventDefault()}>
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        aria-busy={!answersTyped}
        className={`max-h-72 overflow-y-auto ${answersTyped ? "" : "pointer-events-none opacity-50"}`}
      >
        {found.map((choice, place) => (
          <Option
            key={choice._id}
            id={`${id}-${place}`}
            choice={choice}
            active={answersTyped && place === at}
            chosen={choice._id === chosen}
            onPress={() => onChoose(choice)}
          />
        ))}
      </div>
      <p role="status" className={found.length > 0 ? "sr-only" : "px-3 py-2 text-soft"}>
        {reading.isError
          ? "What can be chosen could not be read. Try again in a moment"
          : !answersTyped
            ? "Please wait..."
            : found.length === 0
              ? "Nothing found. Try another word"
              : `${found.length} found`}
      </p>
    </div>
  );
}

interface OptionParts {
  readonly id: string;
  readonly choice: Choice;
  readonly active: boolean;
  readonly chosen: boolean;
  onPress(): void;
}

function Option({ id, choice, active, chosen, onPress }: OptionParts) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onPointerUp={onPress}
      className={`cursor-pointer border-l-3 px-3 py-1.5 ${active ? "border-l-brand bg-sunk" : "border-l-transparent"} ${chosen ? "font-semibold" : ""}`}
    >
      {choice.label}
    </div>
  );
}
