import pg from "pg";
import { type Bench, type BenchCluster, inOrder, onCluster, startBench } from "./bench-process.ts";
import { overHttp, type Request } from "./over-http.ts";
import { middleOf } from "./rates.ts";
import { type Figure, flat } from "./table.ts";

const sizes = [1_000, 10_000, 100_000] as const;

/** Of 1,000 applicants 500 have applied; of more, all but 5,000, who have yet to. */
const appliedOf = (size: number) => Math.max(size - 5_000, size / 2);

/** How often each portal is asked in a turn. */
const READS = 3_000;
const WRITES = 90;

/** The same calls on portals with 1,000, 10,000 and 100,000 applicants, side by side and in turns. */
export async function growthFigures(): Promise<Figure[]> {
  return onCluster(async (cluster) => {
    const portals: Bench[] = [];
    for (const size of sizes) portals.push(await grown(cluster, size));
    return [
      flat("GET ms_dashboard", sizes, await ratesOf(portals, dashboard, READS)),
      flat("GET ms_application_fee", sizes, await ratesOf(portals, references, READS)),
      flat("POST ms_applications", sizes, await ratesOf(portals, submit, WRITES)),
    ];
  });
}

async function grown(cluster: BenchCluster, size: number): Promise<Bench> {
  const database = `applicants_${size}`;
  const client = new pg.Client({ ...cluster, database: "postgres" });
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  return (await startBench(cluster, database, size, appliedOf(size))).bench;
}

type Asks = (bench: Bench) => () => Request;

const dashboard: Asks = ({ people }) => {
  const person = inOrder(people);
  return () => ({ path: "/api/ms_dashboard", token: person().token });
};

const references: Asks = ({ people }) => {
  const person = inOrder(people);
  return () => ({ path: "/api/ms_application_fee", token: person().token });
};

const submit: Asks = ({ people, programme }) => {
  const person = inOrder(people);
  return () => {
    const { _id, token, payment } = person();
    return {
      path: "/api/ms_applications",
      token,
      key: `submit-${_id}`,
      body: { programme, payment, type: "JAMB UTME" },
    };
  };
};

/** The middle of five turns of each portal, in requests a second. */
async function ratesOf(portals: readonly Bench[], asks: Asks, amount: number): Promise<number[]> {
  const all = portals.map((bench) => ({ bench, next: asks(bench), rates: [] as number[] }));
  for (let turn = 0; turn < 5; turn += 1) {
    for (const { bench, next, rates } of all) rates.push((await overHttp(bench.url, next, 16, amount)).perSecond);
  }
  return all.map(({ rates }) => middleOf(rates));
}
