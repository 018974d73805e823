import { useId } from "react";
import { useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { sides } from "./form-failure.contract.ts";

/** The days and whose forms, kept in the address. */
export function FailureFilters({ from, to }: { from: string; to: string }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const held = new URLSearchParams(search);
  const ask = (name: string, value: string) => {
    const query = new URLSearchParams({ ...Object.fromEntries(held), from, to, [name]: value });
    if (!value) query.delete(name);
    navigate(`${pathname}?${query}`);
  };
  const id = useId();
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <DayFilter label="From" value={from} most={to} onAsk={(day) => ask("from", day)} />
      <DayFilter label="To" value={to} least={from} onAsk={(day) => ask("to", day)} />
      <div className="filter" data-held={held.get("side") || undefined}>
        <label htmlFor={id} className="text-soft">
          Forms of
        </label>
        <select id={id} value={held.get("side") ?? ""} onChange={(event) => ask("side", event.target.value)}>
          <option value="">All</option>
          {sides.map((side) => (
            <option key={side}>{side}</option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface DayParts {
  readonly label: string;
  readonly value: string;
  readonly least?: string;
  readonly most?: string;
  onAsk(day: string): void;
}

/** Asked for when the box is left or Enter is pressed: a day is typed in three steps. */
function DayFilter({ label, value, least, most, onAsk }: DayParts) {
  const id = useId();
  const ask = (input: HTMLInputElement) => {
    if (input.value !== "" && input.value !== value && input.validity.valid) onAsk(input.value);
  };
  return (
    <div className="filter max-sm:basis-full">
      <label htmlFor={id} className="text-soft">
        {label}
      </label>
      <input
        id={id}
        key={value}
        type="date"
        className="w-36"
        min={least}
        max={most}
        defaultValue={value}
        onBlur={(event) => ask(event.target)}
        onKeyDown={(event) => event.key === "Enter" && ask(event.currentTarget)}
      />
    </div>
  );
}
