import { X } from "lucide-react";
import { useId } from "react";
import type { Choice } from "#console/record/record.contract.ts";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
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
  const change = (at: number, part: Partial<TypedExamination["halls"][number]>) =>
    onHalls(halls.map((hall, place) => (place === at ? { ...hall, ...part } : hall)));
  const staffOf = (at: number, staff: string[]) => change(at, { staff });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">Halls</legend>
      {halls.map(({ room, staff, seats }, at) => (
        <div key={room} className="grid gap-2 rounded-control border border-line p-3">
          <p className="flex items-center gap-2">
            <strong className="wrap-anywhere min-w-0 grow">{called.get(room) ?? "The hall in view"}</strong>
            <Out
              what={called.get(room) ?? "the hall"}
              onOut={() => onHalls(halls.filter((_hall, place) => place !== at))}
            />
          </p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <label htmlFor={`${id}-${room}-seats`}>Seats</label>
            <input
              id={`${id}-${room}-seats`}
              className="control w-24"
              inputMode="numeric"
              placeholder="All"
              value={seats}
              aria-describedby={`${id}-${room}-shared`}
              onChange={({ target }) =>
                change(at, { seats: Number(target.value.replace(/\D/g, "").slice(0, 5)) || "" })
              }
            />
            <span id={`${id}-${room}-shared`} className="text-small text-soft">
              {seats === "" ? "The whole hall. With a number others can share it." : "Others can have the rest."}
            </span>
          </p>
          {staff.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {staff.map((one) => (
                <li key={one} className="flex items-center gap-1 rounded-control bg-sunk pl-3">
                  {called.get(one) ?? "An invigilator"}
                  <Out
                    what={called.get(one) ?? "an invigilator"}
                    onOut={() =>
                      staffOf(
                        at,
                        staff.filter((other) => other !== one),
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          )}
          <label htmlFor={`${id}-${room}`} className="sr-only">
            Invigilator in {called.get(room) ?? "the hall"}
          </label>
          <ReferenceBox
            id={`${id}-${room}`}
            label={`Invigilator in ${called.get(room) ?? "the hall"}`}
            noun="invigilator"
            chosen={null}
            look="control"
            placeholder={staff.length === 0 ? "Type an invigilator's name" : "Another invigilator"}
            onChoose={(choice) => {
              if (!choice || staff.includes(choice._id)) return;
              called.set(choice._id, choice.label);
              staffOf(at, [...staff, choice._id]);
            }}
          />
        </div>
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

const Out = ({ what, onOut }: { what: string; onOut(): void }) => (
  <button type="button" className="button button-plain" aria-label={`Take ${what} out`} onClick={onOut}>
    <X aria-hidden className="size-4" />
  </button>
);
