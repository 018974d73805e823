import { useId } from "react";
import { capsStatuses } from "../caps-return/caps-return.status.contract.ts";

interface StatusesParts {
  /** As the file writes them. */
  readonly asked: readonly string[];
  /** How many rows have each that is not known yet. */
  readonly counts: ReadonlyMap<string, number>;
  readonly statuses: Readonly<Record<string, string>>;
  onSay(statuses: Readonly<Record<string, string>>): void;
}

/** What a CAPS return's own words mean; rows with one of which nobody says it are left out. */
export function StatusesToMap({ asked, counts, statuses, onSay }: StatusesParts) {
  const id = useId();
  const say = (said: string, status: string) => {
    const { [said]: _, ...others } = statuses;
    onSay(status === "" ? others : { ...others, [said]: status });
  };
  return (
    <fieldset className="card grid gap-3 px-4 py-3">
      <legend className="float-left w-full font-semibold">What do these statuses mean?</legend>
      <p className="clear-both -mt-2 text-small text-soft">
        What you say here is kept for the files that follow. Rows with a status that nobody explains are left out.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {asked.map((said, nth) => (
          <div key={said} className="min-w-0">
            <label htmlFor={`${id}-${nth}`} className="wrap-anywhere mb-1 block font-semibold">
              {said}
              {counts.has(said) && (
                <span className="font-normal text-small text-soft"> {rows(counts.get(said) ?? 0)}</span>
              )}
            </label>
            <select
              id={`${id}-${nth}`}
              className="control w-full"
              value={statuses[said] ?? ""}
              onChange={({ target }) => say(said, target.value)}
            >
              <option value="">Leave these rows out</option>
              {capsStatuses.map((status) => (
                <option key={status}>{status}</option>
              ))}
            </select>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

const rows = (count: number) => `${count.toLocaleString("en-NG")} ${count === 1 ? "row" : "rows"}`;
