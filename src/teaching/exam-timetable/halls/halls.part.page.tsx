import { X } from "lucide-react";
import { useId } from "react";
import type { Choice } from "#console/record/record.contract.ts";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { useChoiceOf } from "#console/reference/reference.choices.part.page.tsx";
import type { TriedExamination, TypedExamination } from "../exam-timetable.contract.ts";

interface HallsParts {
  readonly halls: TypedExamination["halls"];
  readonly called: Map<string, string>;
  readonly error: string | undefined;
  readonly free: TriedExamination["rooms"];
  /** How many have no seat yet. */
  readonly wanted: number;
  onHalls(halls: TypedExamination["halls"]): void;
}

/** The halls, each with its invigilators: a name and Enter adds one. */
export function Halls({ halls, called, error, free, wanted, onHalls }: HallsParts) {
  const id = useId();
  const add = (choice: Choice | null, seats: number | "" = "") => {
    if (!choice || halls.some(({ room }) => room === choice._id)) return;
    called.set(choice._id, choice.label);
    onHalls([...halls, { room: choice._id, staff: [], seats }]);
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">Halls</legend>
      {halls.map((hall, at) => (
        <Hall
          key={hall.room}
          hall={hall}
          called={called}
          onHall={(changed) => onHalls(halls.map((other, place) => (place === at ? changed : other)))}
          onOut={() => onHalls(halls.filter((_hall, place) => place !== at))}
        />
      ))}
      <label htmlFor={`${id}-more`} className="sr-only">
        Hall
      </label>
      <ReferenceBox
        id={`${id}-more`}
        label="Hall"
        noun="room"
        chosen={null}
        look="control"
        placeholder={halls.length === 0 ? "Type a hall" : "Another hall"}
        invalid={error !== undefined}
        describedBy={error === undefined ? undefined : `${id}-error`}
        onChoose={add}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="text-bad">
          {error}
        </p>
      )}
      {free.length > 0 && (
        <div>
          <p className="mb-1 font-semibold">Free then</p>
          <div className="flex flex-wrap gap-2">
            {free.map(({ _id, code, name, seats, of }) => (
              <button
                key={_id}
                type="button"
                className="button button-quiet"
                onClick={() => add({ _id, label: `${code} ${name}` }, of === null ? "" : Math.min(seats, wanted))}
              >
                {code} <span className="text-soft">{of === null ? seats : `${seats} of ${of}`}</span>
              </button>
            ))}
          </div>
        </div>
      )}
    </fieldset>
  );
}

interface HallParts {
  readonly hall: TypedExamination["halls"][number];
  readonly called: Map<string, string>;
  onHall(hall: TypedExamination["halls"][number]): void;
  onOut(): void;
}

function Hall({ hall, called, onHall, onOut }: HallParts) {
  const { room, staff, seats } = hall;
  const id = useId();
  const name = useNameOf("room", room, called);
  return (
    <div className="grid gap-2 rounded-control border border-line p-3">
      <p className="flex items-center gap-2">
        <strong className="wrap-anywhere min-w-0 grow">{name}</strong>
        <Out what={name} onOut={onOut} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={`${id}-seats`}>Seats</label>
        <input
          id={`${id}-seats`}
          className="control w-24"
          inputMode="numeric"
          placeholder="All"
          value={seats}
          aria-describedby={`${id}-shared`}
          onChange={({ target }) =>
            onHall({ ...hall, seats: Number(target.value.replace(/\D/g, "").slice(0, 5)) || "" })
          }
        />
        <span id={`${id}-shared`} className="text-small text-soft">
          {seats === "" ? "The whole hall. With a number others can share it." : "Others can have the rest."}
        </span>
      </p>
      {staff.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {staff.map((one) => (
            <Invigilator
              key={one}
              id={one}
              called={called}
              onOut={() => onHall({ ...hall, staff: staff.filter((other) => other !== one) })}
            />
          ))}
        </ul>
      )}
      <label htmlFor={id} className="sr-only">
        Invigilator in {name}
      </label>
      <ReferenceBox
        id={id}
        label={`Invigilator in ${name}`}
        noun="invigilator"
        chosen={null}
        look="control"
        placeholder={staff.length === 0 ? "Type an invigilator's name" : "Another invigilator"}
        onChoose={(choice) => {
          if (!choice || staff.includes(choice._id)) return;
          called.set(choice._id, choice.label);
          onHall({ ...hall, staff: [...staff, choice._id] });
        }}
      />
    </div>
  );
}

function Invigilator({ id, called, onOut }: { id: string; called: Map<string, string>; onOut(): void }) {
  const name = useNameOf("invigilator", id, called);
  return (
    <li className="flex items-center gap-1 rounded-control bg-sunk pl-3">
      {name}
      <Out what={name} onOut={onOut} />
    </li>
  );
}

/** How what was chosen is called; asked for where it was chosen before, as in a draft that was put back. */
function useNameOf(noun: string, id: string, called: ReadonlyMap<string, string>): string {
  const label = called.get(id);
  return useChoiceOf(noun, id, label === undefined ? undefined : { _id: id, label })?.label ?? "";
}

const Out = ({ what, onOut }: { what: string; onOut(): void }) => (
  <button type="button" className="button button-plain" aria-label={`Take ${what} out`} onClick={onOut}>
    <X aria-hidden className="size-4" />
  </button>
);
