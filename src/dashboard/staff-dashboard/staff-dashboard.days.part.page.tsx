import { useState } from "react";
import { Days } from "#console/chart/chart.days.part.page.tsx";
import { Chart, type Kind } from "#console/chart/chart.frame.part.page.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import type { CountedDay } from "./staff-dashboard.contract.ts";

const spans = [30, 90] as const;

/** What each day brought: applications in columns, fees as a line over them. */
export function DayChart({ days: all }: { days: readonly CountedDay[] }) {
  const [span, setSpan] = useState<(typeof spans)[number]>(30);
  const kinds = kindsOf(all);
  const [columns, line] = kinds;
  if (!columns) return null;
  const days = all.slice(-span);
  const sum = (column: Column) => days.reduce((total, day) => total + (day[column] ?? 0), 0);
  const busiest = days.reduce(
    (most, day) => ((day[columns.column] ?? 0) > (most[columns.column] ?? 0) ? day : most),
    days[0] as CountedDay,
  );
  const most = (busiest[columns.column] ?? 0) > 0 ? `, most on ${asDay(busiest.day)}` : "";
  const said = kinds.map(({ column, words }) => `${sum(column).toLocaleString("en-NG")} ${words}`).join(" and ");
  return (
    <Chart
      title="By day"
      said={`${said} in ${span} days${most}.`}
      heading="Day"
      kinds={kinds.map(({ name }) => ({ name, look: null }) satisfies Kind)}
      rows={days.toReversed().map((day) => ({
        name: asDay(day.day),
        to: day.links.applied ?? day.links.paid,
        ways: kinds.map(({ column }) => day.links[column]),
        counts: kinds.map(({ column }) => day[column] ?? 0),
      }))}
      beside={<SpanChoice span={span} onChoose={setSpan} />}
    >
      <Days
        days={days.map((day) => ({
          day: day.day,
          columns: day[columns.column] ?? 0,
          line: line ? (day[line.column] ?? 0) : null,
        }))}
        words={{ columns: columns.words, line: line?.words ?? null }}
      />
    </Chart>
  );
}

type Column = "applied" | "paid";

const known = [
  { column: "applied", name: "Applied", words: "applications" },
  { column: "paid", name: "Paid", words: "fees paid" },
] as const;

const kindsOf = (days: readonly CountedDay[]) => known.filter(({ column }) => days.some((day) => day[column] !== null));

interface SpanParts {
  readonly span: number;
  onChoose(span: (typeof spans)[number]): void;
}

const SpanChoice = ({ span, onChoose }: SpanParts) => (
  <fieldset className="segments text-small">
    <legend className="sr-only">Days</legend>
    {spans.map((one) => (
      <label key={one}>
        <input type="radio" name="span" className="sr-only" checked={span === one} onChange={() => onChoose(one)} />
        {one} days
      </label>
    ))}
  </fieldset>
);
