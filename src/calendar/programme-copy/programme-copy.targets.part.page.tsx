import { X } from "lucide-react";
import { useId } from "react";
import type { Choice } from "#console/record/record.contract.ts";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";

interface TargetParts {
  readonly to: "admitting" | readonly Choice[];
  onChoose(to: "admitting" | readonly Choice[]): void;
}

/** All programmes that take applicants, or some, one after the other. */
export function Targets({ to, onChoose }: TargetParts) {
  const id = useId();
  const chosen = to === "admitting" ? [] : to;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Copy to</legend>
      {(["admitting", "some"] as const).map((kind) => (
        <label key={kind} className="flex min-h-(--control) cursor-pointer items-center gap-2">
          <input
            type="radio"
            name={id}
            className="size-4.5"
            checked={(to === "admitting") === (kind === "admitting")}
            onChange={() => onChoose(kind === "admitting" ? kind : [])}
          />
          {kind === "admitting" ? "All that take applicants" : "These programmes"}
        </label>
      ))}
      {to !== "admitting" && (
        <div className="grid gap-2 pl-6.5">
          <label htmlFor={`${id}-add`} className="sr-only">
            Add a programme to copy to
          </label>
          <ReferenceBox
            // Empty again for the next one.
            key={chosen.length}
            id={`${id}-add`}
            label="Add a programme"
            noun="programme"
            chosen={null}
            look="control"
            placeholder="Type to add a programme"
            onChoose={(choice) => {
              if (choice && !chosen.some(({ _id }) => _id === choice._id)) onChoose([...chosen, choice]);
            }}
          />
          <ul className="flex flex-wrap gap-2">
            {chosen.map((one) => (
              <li key={one._id} className="flex items-center gap-1 rounded-control border border-line bg-sunk pl-2.5">
                {one.label}
                <button
                  type="button"
                  className="clear"
                  onClick={() => onChoose(chosen.filter(({ _id }) => _id !== one._id))}
                >
                  <X aria-hidden className="size-4" />
                  <span className="sr-only">Leave out {one.label}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  );
}
