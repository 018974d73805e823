import { type PointerEvent, useEffect, useRef } from "react";

/** One value of a long list; `detail` is searched and shown too. */
export interface PickerChoice {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

/** The choices that hold every word that was typed, in any order, whatever the case. */
export function matching(choices: readonly PickerChoice[], typed: string): readonly PickerChoice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ label, detail }) => {
    const text = `${label} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A finger that moves further than this scrolls and does not choose. Specification 9. */
const DRAG_PX = 5;

interface ListParts {
  readonly id: string;
  readonly label: string;
  readonly found: readonly PickerChoice[];
  /** The place of the choice that Enter takes. */
  readonly at: number;
  readonly chosen: string | undefined;
  onChoose(choice: PickerChoice): void;
}

/** What is found: 140 to 300 px high. Specification 9. The focus stays in the box above. */
export function PickerList({ id, label, found, at, chosen, onChoose }: ListParts) {
  const pressed = useRef({ x: 0, y: 0 });
  const lift = (event: PointerEvent, choice: PickerChoice) => {
    const { x, y } = pressed.current;
    if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG_PX) onChoose(choice);
  };
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      onPointerDown={(event) => {
        pressed.current = { x: event.clientX, y: event.clientY };
      }}
      onMouseDown={(event) => event.preventDefault()}
      className="mt-1 max-h-[300px] min-h-[140px] overflow-y-auto rounded-control border border-edge bg-surface"
    >
      {found.map((choice, place) => (
        <Option
          key={choice.value}
          id={`${id}-${place}`}
          choice={choice}
          active={place === at}
          chosen={choice.value === chosen}
          onLift={(event) => lift(event, choice)}
        />
      ))}
      {found.length === 0 && <p className="p-3 text-soft">Nothing found. Try another word</p>}
    </div>
  );
}

interface OptionParts {
  readonly id: string;
  readonly choice: PickerChoice;
  readonly active: boolean;
  readonly chosen: boolean;
  onLift(event: PointerEvent): void;
}

function Option({ id, choice, active, chosen, onLift }: OptionParts) {
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
      onPointerUp={onLift}
      className={`min-h-11 cursor-pointer border-line border-b border-l-4 px-3 py-2 last:border-b-0 ${active ? "border-l-brand bg-sunk" : "border-l-surface"}`}
    >
      <span className={chosen ? "block font-semibold" : "block"}>{choice.label}</span>
      <span className="block text-small text-soft">{choice.detail}</span>
    </div>
  );
}
