import { Bars } from "#console/chart/chart.bars.part.page.tsx";
import { Chart, type Counted } from "#console/chart/chart.frame.part.page.tsx";
import type { CountedQuota } from "./staff-dashboard.contract.ts";

interface QuotaParts {
  readonly quotas: readonly CountedQuota[];
  /** In all. */
  readonly admitted: number;
}

/** How the admitted are spread over the groups that places are kept for, beside the share that each should have. */
export function QuotaChart({ quotas, admitted }: QuotaParts) {
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
      said={`Whoever belongs to a group counts in it, by whichever seat. ${admitted.toLocaleString("en-NG")} admitted in all.`}
      heading="Group"
      kinds={kinds}
      rows={rows}
    >
      <Bars kinds={kinds} rows={rows} />
    </Chart>
  );
}

const share = (part: number, all: number) =>
  `${(all === 0 ? 0 : Math.round((1000 * part) / all) / 10).toLocaleString("en-NG")}%`;
