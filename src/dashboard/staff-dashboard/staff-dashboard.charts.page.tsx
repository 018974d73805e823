import { useState } from "react";
import { Bars } from "#console/chart/chart.bars.part.page.tsx";
import { Days } from "#console/chart/chart.days.part.page.tsx";
import { Chart, type Counted, type Kind } from "#console/chart/chart.frame.part.page.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { AdmissionCounts, CountedDay, CountedQuota, Group, Step } from "./staff-dashboard.contract.ts";

const spans = [30, 90] as const;

/** What each day brought: applications in columns, fees as a line over them. */
function DayChart({ days: all }: { days: readonly CountedDay[] }) {
  const [span, setSpan] = useState<(typeof spans)[number]>(30);
  const kinds = kindsOfDays(all);
  const [columns, line] = kinds;
  if (!columns) return null;
  const days = all.slice(-span);
  const sum = (column: DayColumn) => days.reduce((total, day) => total + (day[column] ?? 0), 0);
  const busiest = days.reduce(
    (most, day) => ((day[columns.column] ?? 0) > (most[columns.column] ?? 0) ? day : most),
    days[0] as CountedDay,
  );
  const most = (busiest[columns.column] ?? 0) > 0 ? `, most on ${asDay(busiest.day)}` : "";
  const said = kinds.map(({ column, words }) => `${asFigure(sum(column))} ${words}`).join(" and ");
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

type DayColumn = "applied" | "paid";

const known = [
  { column: "applied", name: "Applied", words: "applications" },
  { column: "paid", name: "Paid", words: "fees paid" },
] as const;

const kindsOfDays = (days: readonly CountedDay[]) =>
  known.filter(({ column }) => days.some((day) => day[column] !== null));

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

interface QuotaParts {
  readonly quotas: readonly CountedQuota[];
  /** In all. */
  readonly admitted: number;
}

/** How the admitted are spread over the groups that places are kept for, beside the share that each should have. */
function QuotaChart({ quotas, admitted }: QuotaParts) {
  const kinds = [{ name: "Admitted", look: "full" }] as const;
  const rows: Counted[] = quotas.map(({ name, admitted: counted, wanted }) => ({
    name,
    detail: wanted === null ? share(counted, admitted) : `${share(counted, admitted)}, ${wanted}% wanted`,
    to: null,
    counts: [counted],
  }));
  return (
    <Chart
      title="Admitted by group"
      said={`Whoever belongs to a group counts in it, by whichever seat. ${asFigure(admitted)} admitted in all.`}
      heading="Group"
      kinds={kinds}
      rows={rows}
    >
      <Bars kinds={kinds} rows={rows} />
    </Chart>
  );
}

const share = (part: number, all: number) => `${asFigure(all === 0 ? 0 : Math.round((1000 * part) / all) / 10)}%`;

interface ChartsParts {
  readonly counts: Pick<AdmissionCounts, "programmes" | "states" | "sexes" | "days" | "quotas">;
  readonly steps: readonly Step[];
}

/** The same applicants by programme, state, sex and day, and how the admitted are spread; each with its table. */
export function AdmissionCharts({ counts: { programmes, states, sexes, days, quotas }, steps }: ChartsParts) {
  const total = (name: Step["name"]) => steps.find((step) => step.name === name)?.total ?? 0;
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <div className="grid grid-cols-1 lg:col-span-2">
        <DayChart days={days} />
      </div>
      {programmes.length > 0 && (
        <GroupChart title="By programme" heading="Programme" groups={programmes} many="programmes" />
      )}
      {states.length > 0 && <GroupChart title="By state of origin" heading="State" groups={states} many="states" />}
      {sexes.length > 0 && <GroupChart title="By sex" heading="Sex" groups={sexes} />}
      {quotas.length > 0 && <QuotaChart quotas={quotas} admitted={total("admitted")} />}
    </div>
  );
}

interface GroupsParts {
  readonly title: string;
  readonly heading: string;
  readonly groups: readonly Group[];
  /** What the rows are, in the plural, where it is worth saying how many there are. */
  readonly many?: string;
}

function GroupChart({ title, heading, groups, many }: GroupsParts) {
  const kinds = kindsOf(groups);
  const rows: Counted[] = groups.map((group) => ({
    name: group.name,
    to: group.links.applied ?? group.links.paid,
    ways: kinds.map(({ column }) => group.links[column]),
    counts: kinds.map(({ column }) => group[column] ?? 0),
  }));
  const [first] = groups;
  const drawn = kinds.find(({ look }) => look !== null);
  const most =
    first && drawn ? `Most: ${first.name}, ${asFigure(first[drawn.column] ?? 0)} ${drawn.name.toLowerCase()}. ` : "";
  return (
    <Chart
      title={title}
      said={`${most}${many && groups.length > 1 ? `${asFigure(groups.length)} ${many}.` : ""}`}
      heading={heading}
      kinds={kinds}
      rows={rows}
    >
      <Bars kinds={kinds} rows={rows} />
    </Chart>
  );
}

type Column = "paid" | "applied" | "admitted" | "accepted";

/** What the person may see; of those who applied the fees paid stand in the table alone. */
function kindsOf(groups: readonly Group[]): (Kind & { readonly column: Column })[] {
  const has = (column: Column) => groups.some((group) => group[column] !== null);
  const paid = has("paid")
    ? [{ column: "paid" as const, name: "Paid", look: has("applied") ? null : ("full" as const) }]
    : [];
  if (!has("applied")) return paid;
  return [
    ...paid,
    { column: "applied", name: "Applied", look: "pale" },
    { column: "admitted", name: "Admitted", look: "middle" },
    { column: "accepted", name: "Accepted", look: "full" },
  ];
}
