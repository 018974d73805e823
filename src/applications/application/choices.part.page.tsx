import { FieldError, LabelText } from "#kit/field/field.web.tsx";
import { choiceName } from "./application.rules.ts";

interface Option {
  readonly _id: string;
  readonly title: string;
  /** Whether the entry rules are met by what was typed. */
  readonly fits: boolean;
}

interface SelectsParts {
  readonly id: string;
  /** What may be chosen: without the first choice. */
  readonly options: readonly Option[];
  /** The `_id`s of the second and the third choice, without gaps. */
  readonly chosen: readonly string[];
  readonly error: string | undefined;
  change(chosen: readonly string[]): void;
}

/** The second choice and, once there is one, the third. Taking the second away moves the third up. */
export function ChoiceSelects({ id, options, chosen, error, change }: SelectsParts) {
  if (options.length === 0) return <p className="text-soft">No other programme takes your mode of entry now.</p>;
  const set = (place: number, value: string) =>
    change([0, 1].map((at) => (at === place ? value : (chosen[at] ?? ""))).filter((one) => one !== ""));
  const places = chosen[0] ? [0, 1] : [0];
  return (
    <div className={error ? "grid gap-3 border-bad border-l-4 pl-3" : "grid gap-3"}>
      {places.map((place) => (
        <div key={place}>
          <label htmlFor={place === 0 ? id : `${id}-${place}`} className="mb-1 block font-semibold">
            <LabelText label={choiceName(place + 2)} optional />
          </label>
          <select
            id={place === 0 ? id : `${id}-${place}`}
            className="control"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            value={chosen[place] ?? ""}
            onChange={({ target }) => set(place, target.value)}
          >
            <option value="">No {choiceName(place + 2).toLowerCase()}</option>
            <Options list={options.filter(({ _id }) => _id !== chosen[1 - place])} />
          </select>
        </div>
      ))}
      <FieldError id={id} error={error} />
    </div>
  );
}

function Options({ list }: { list: readonly Option[] }) {
  const fitting = list.filter(({ fits }) => fits);
  const others = list.filter(({ fits }) => !fits);
  return (
    <>
      {fitting.length > 0 && (
        <optgroup label="You qualify on what you have typed">
          <Named list={fitting} />
        </optgroup>
      )}
      {fitting.length > 0 && others.length > 0 ? (
        <optgroup label="Other programmes">
          <Named list={others} />
        </optgroup>
      ) : (
        <Named list={others} />
      )}
    </>
  );
}

const Named = ({ list }: { list: readonly Option[] }) =>
  list.map(({ _id, title }) => (
    <option key={_id} value={_id}>
      {title}
    </option>
  ));
