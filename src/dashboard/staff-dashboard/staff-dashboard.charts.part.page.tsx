import { Bars } from "#console/chart/chart.bars.part.page.tsx";
import { Chart, type Counted, type Kind } from "#console/chart/chart.frame.part.page.tsx";
import type { AdmissionCounts, Group, Step } from "./staff-dashboard.contract.ts";
import { DayChart } from "./staff-dashboard.days.part.page.tsx";
import { QuotaChart } from "./staff-dashboard.quotas.part.page.tsx";

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
    first && drawn
      ? `Most: ${first.name}, ${(first[drawn.column] ?? 0).toLocaleString("en-NG")} ${drawn.name.toLowerCase()}. `
      : "";
  return (
    <Chart
      title={title}
      said={`${most}${many && groups.length > 1 ? `${groups.length.toLocaleString("en-NG")} ${many}.` : ""}`}
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
