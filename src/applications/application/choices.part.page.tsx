import { useState } from "react";
import { Picker } from "#kit/field/picker.web.tsx";
import { choiceName } from "./application.rules.ts";

interface Option {
  readonly _id: string;
  readonly title: string;
  /** Where it is taught; what is typed finds it by that too. */
  readonly college: string;
  /** Whether the entry rules are met by what was typed. */
  readonly fits: boolean;
}

interface PickersParts {
  readonly id: string;
  /** What may be chosen: without the first choice. */
  readonly options: readonly Option[];
  /** The `_id`s of the second and the third choice, without gaps. */
  readonly chosen: readonly string[];
  readonly error: string | undefined;
  change(chosen: readonly string[]): void;
}

/** The second choice and, once there is one, the third. Emptying the second moves the third up once it is sent. */
export function ChoicePickers({ id, options, chosen, error, change }: PickersParts) {
  const [typed, setTyped] = useState<readonly string[]>([]);
  // While somebody types another second choice the third stays where it is; what a draft puts back counts.
  const isOwn = typed.filter((one) => one !== "").join() === chosen.join();
  const places = isOwn && typed.length > 0 ? typed : [chosen[0] ?? "", chosen[1] ?? ""];
  if (options.length === 0)
    return <p className="text-soft">You can not name more: no other programme takes people who enter as you do.</p>;
  const set = (place: number, value: string) => {
    const next = places.map((one, at) => (at === place ? value : one));
    setTyped(next);
    change(next.filter((one) => one !== ""));
  };
  const shown = places.some((one) => one !== "") ? [0, 1] : [0];
  return (
    <div className="grid gap-3">
      {shown.map((place) => (
        <Picker
          key={place}
          id={place === 0 ? id : `${id}-${place}`}
          label={choiceName(place + 2)}
          optional
          hint="Type a part of its name. Leave it empty for none"
          error={place === 0 ? error : undefined}
          choices={choicesOf(options.filter(({ _id }) => _id !== places[1 - place]))}
          held={places[place] ?? ""}
          choose={(value) => set(place, value)}
          clear={() => set(place, "")}
        />
      ))}
    </div>
  );
}

/** Those that one qualifies for stand first. */
const choicesOf = (options: readonly Option[]) =>
  options
    .toSorted((one, other) => Number(other.fits) - Number(one.fits))
    .map(({ _id, title, college, fits }) => ({
      value: _id,
      label: title,
      detail: fits ? `You qualify on what you have typed. ${college}` : college,
    }));
