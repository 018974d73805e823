import { TriangleAlert } from "lucide-react";
import type { ShownEntry } from "./timetable.contract.ts";
import { days, isKeepable, isOverlapping, minutesOf, timeOf } from "./timetable.rules.ts";

interface GridParts {
  readonly entries: readonly ShownEntry[];
  /** Null where nothing is changed here. */
  readonly onOpen: ((entry: ShownEntry) => void) | null;
  readonly onAdd: ((day: string, start: string) => void) | null;
}

/** In rem. */
const HOUR = 3.5;

/** A week: a column for each day with the hours down it, on a phone a list by day. What clashes says so in its place. */
export function WeekGrid({ entries, onOpen, onAdd }: GridParts) {
  const first = Math.min(8 * 60, ...entries.map(({ start }) => Math.floor(minutesOf(start) / 60) * 60));
  const last = Math.max(18 * 60, ...entries.map(({ end }) => Math.ceil(minutesOf(end) / 60) * 60));
  const hours = Array.from({ length: (last - first) / 60 }, (_, at) => first + at * 60);
  return (
    <div className="card overflow-hidden">
      <div className="grid md:grid-cols-[3.5rem_repeat(6,minmax(0,1fr))]">
        <div aria-hidden className="hidden pt-9 md:block">
          {hours.map((minutes) => (
            <div
              key={minutes}
              className="figures border-line border-t pt-0.5 pr-2 text-right text-small text-soft"
              style={{ height: `${HOUR}rem` }}
            >
              {timeOf(minutes)}
            </div>
          ))}
        </div>
        {days.map((day) => (
          <section key={day} aria-label={day} className="min-w-0 border-line border-t md:border-t-0 md:border-l">
            <h2 className="flex h-9 items-center px-3 font-semibold md:justify-center md:border-line md:border-b">
              {day}
            </h2>
            <Day
              day={day}
              entries={entries.filter((entry) => entry.day === day)}
              hours={hours}
              onOpen={onOpen}
              onAdd={onAdd}
            />
          </section>
        ))}
      </div>
    </div>
  );
}

function Day({ day, entries, hours, onOpen, onAdd }: GridParts & { day: string; hours: readonly number[] }) {
  const [first = 0] = hours;
  const lanes = lanesOf(entries);
  return (
    <div className="day-column relative" style={{ ["--tall" as string]: `${hours.length * HOUR}rem` }}>
      {onAdd &&
        hours.map((minutes) => (
          <button
            key={minutes}
            type="button"
            tabIndex={-1}
            className="hidden w-full cursor-pointer border-line border-t hover:bg-sunk md:block"
            style={{ height: `${HOUR}rem` }}
            aria-label={`Add a class on ${day} at ${timeOf(minutes)}`}
            onClick={() => onAdd(day, timeOf(minutes))}
          />
        ))}
      <ul className="grid gap-1.5 px-3 pb-3 md:contents">
        {entries.length === 0 && <li className="text-small text-soft md:hidden">No class</li>}
        {entries.map((entry) => {
          const { lane, of } = lanes.get(entry._id) ?? { lane: 0, of: 1 };
          const top = ((minutesOf(entry.start) - first) / 60) * HOUR;
          const height = ((minutesOf(entry.end) - minutesOf(entry.start)) / 60) * HOUR;
          return (
            <li
              key={entry._id}
              className="day-entry"
              style={{
                ["--top" as string]: `${top}rem`,
                ["--height" as string]: `${height}rem`,
                ["--left" as string]: `${(lane / of) * 100}%`,
                ["--width" as string]: `${100 / of}%`,
              }}
            >
              <Entry entry={entry} onOpen={onOpen} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Entry({ entry, onOpen }: { entry: ShownEntry; onOpen: GridParts["onOpen"] }) {
  const { code, start, end, room, people, clashes, reason } = entry;
  const isBad = clashes.some(({ kind }) => !isKeepable(kind)) || (clashes.length > 0 && !reason);
  const look = isBad
    ? "border-l-bad bg-bad-tint"
    : clashes.length > 0
      ? "border-l-warn bg-warn-tint"
      : "border-l-brand bg-sunk";
  const shown = (
    <>
      {/* What has no room is read aloud, and not cut through: the place in the week says when. */}
      <span className="wrap-anywhere w-full shrink-0 font-semibold @max-[7rem]:text-small">
        {code}
        {clashes.length > 0 && (
          <TriangleAlert
            aria-hidden
            className={`ml-1 inline size-3.5 align-[-0.1em] ${isBad ? "text-bad" : "text-warn"}`}
          />
        )}
      </span>
      <span className="figures @max-[7rem]:low:sr-only lowest:sr-only w-full shrink-0 truncate text-small">
        <span className="@max-[7rem]:sr-only">
          {start}–{end} ·{" "}
        </span>
        {room.code}
      </span>
      <span className="@max-[7rem]:sr-only low:sr-only w-full shrink-0 truncate text-small text-soft">
        {people.join(", ") || "Nobody allocated"}
      </span>
      {clashes.length > 0 && (
        <span className="sr-only">
          {clashes.length} {clashes.length === 1 ? "clash" : "clashes"}
        </span>
      )}
    </>
  );
  const box = `flex h-full w-full flex-col overflow-hidden rounded-control border border-line border-l-4 px-2 py-1 text-left md:py-0.5 @max-[7rem]:px-1 ${look}`;
  return onOpen ? (
    <button type="button" className={`${box} cursor-pointer`} onClick={() => onOpen(entry)}>
      {shown}
    </button>
  ) : (
    <div className={box}>{shown}</div>
  );
}

/** Classes at one time stand side by side: each gets a lane, and how many there are. */
function lanesOf(entries: readonly ShownEntry[]): ReadonlyMap<string, { lane: number; of: number }> {
  const placed: { entry: ShownEntry; lane: number }[] = [];
  for (const entry of entries) {
    const taken = placed.filter((one) => isOverlapping(one.entry, entry)).map(({ lane }) => lane);
    let lane = 0;
    while (taken.includes(lane)) lane += 1;
    placed.push({ entry, lane });
  }
  return new Map(
    placed.map(({ entry, lane }) => {
      const beside = placed.filter((one) => isOverlapping(one.entry, entry)).map((one) => one.lane);
      return [entry._id, { lane, of: Math.max(lane, ...beside) + 1 }] as const;
    }),
  );
}
