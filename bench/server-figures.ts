import type { ChildProcess } from "node:child_process";
import { asked, type Bench, inOrder, onCluster, startBench } from "./bench-process.ts";
import { costOf, type Measured } from "./cpu.ts";
import { overHttp, shoot } from "./over-http.ts";
import { inTurns, middleOf } from "./rates.ts";
import { type Figure, share, times, under } from "./table.ts";

/** The portal in one process, this one asking it, a PostgreSQL that keeps what it acknowledges. */
export async function serverFigures(): Promise<Figure[]> {
  return onCluster(async (cluster) => {
    const { child, bench } = await startBench(cluster, "postgres", 6_000, 0);
    const bare = (wish: string) => async () => (await asked(child, wish)) as number;
    const measured = { pid: child.pid ?? 0, dataDir: cluster.dataDir };
    const figures = [
      await dashboard(bench),
      await dashboardCost(bench, measured),
      await referee(bench),
      ...(await submit(bench, child, measured, bare("submit"))),
      await signIn(bench),
      await signInCost(bench, measured),
      await storm(bench),
    ];
    child.kill();
    return figures;
  });
}

async function dashboard({ url, bareUrl, people }: Bench): Promise<Figure> {
  const person = inOrder(people);
  const ours = async () =>
    (await overHttp(url, () => ({ path: "/api/ms_dashboard", token: person().token }))).perSecond;
  const bare = async () => (await overHttp(bareUrl, () => ({ path: "/dashboard" }))).perSecond;
  return share("GET ms_dashboard, signed in / bare route, same query", await inTurns(ours, bare), 0.4);
}

const FEW = 400;

/** By few people, since one who was seen this minute is not written down again. */
async function dashboardCost({ url, bareUrl, people }: Bench, measured: Measured): Promise<Figure> {
  const person = inOrder(people.slice(0, FEW));
  const ours = () => costOf(measured, url, () => ({ path: "/api/ms_dashboard", token: person().token }), 2_000);
  const bare = () => costOf(measured, bareUrl, () => ({ path: "/dashboard" }), 2_000);
  return times("processor for GET ms_dashboard, signed in / bare route, same query", await inTurns(ours, bare), 1.35);
}

async function referee({ url, bareUrl, people }: Bench): Promise<Figure> {
  const person = inOrder(people);
  let count = 0;
  const next = () => {
    count += 1;
    return { path: "/api/ms_applicant_referee", token: person().token, key: `referee-${count}`, body: father };
  };
  // Each has two, and five are the most: five rounds of half of them.
  const ours = async () => (await overHttp(url, next, 16, people.length / 2)).perSecond;
  const bare = async () => (await overHttp(bareUrl, () => ({ path: "/referee", body: father }))).perSecond;
  return share("POST ms_applicant_referee / bare route, two-insert transaction", await inTurns(ours, bare), 1 / 3);
}

const father = { firstname: "Musa", lastname: "Bello", phonenumber: "08031234567", homeaddress: "No. 4, Kano" };

async function submit(
  { url, people, programme }: Bench,
  child: ChildProcess,
  measured: Measured,
  bare: () => Promise<number>,
): Promise<Figure[]> {
  const person = inOrder(people);
  const next = () => {
    const { _id, token, payment } = person();
    const body = { programme, payment, type: "JAMB UTME" };
    return { path: "/api/ms_applications", token, key: `submit-${_id}`, body };
  };
  await asked(child, "start-recording");
  await overHttp(url, next, 1, 1);
  await asked(child, "stop-recording");
  const ours = async () => (await overHttp(url, next, 16, 500)).perSecond;
  const rates = share("POST ms_applications / the bare transaction it makes", await inTurns(ours, bare), 0.25);
  const costs: number[] = [];
  for (let round = 0; round < 3; round += 1) costs.push(await costOf(measured, url, next, 250));
  return [rates, under("processor for POST ms_applications, its letter sent", middleOf(costs), 8, "ms")];
}

/** The ceiling is the same hash behind a bare route: each sign-in is a request as well. */
async function signIn(bench: Bench): Promise<Figure> {
  const ours = async () => (await overHttp(bench.url, signInOf(bench))).perSecond;
  const bare = async () => (await overHttp(bench.bareUrl, hashed)).perSecond;
  return share("POST login / the hash alone behind a bare route", await inTurns(ours, bare), 0.9);
}

const hashed = () => ({ path: "/hash", body: {} });

/** Beside the same ceiling. */
async function signInCost(bench: Bench, measured: Measured): Promise<Figure> {
  const ours = () => costOf(measured, bench.url, signInOf(bench), 200);
  const bare = () => costOf(measured, bench.bareUrl, hashed, 200);
  const [whole, hash] = await inTurns(ours, bare);
  return under("processor for POST login beyond the hash", whole - hash, 2, "ms");
}

const SOME = 1_000;

/** Sixty people sign in without a pause, and some are shed; others look at their dashboard meanwhile, and none is. */
async function storm(bench: Bench): Promise<Figure> {
  // Whoever signs in again and again loses the oldest of the sign-ins: those who look are none of them.
  const person = inOrder(bench.people.slice(-SOME));
  const [others] = await Promise.all([
    overHttp(bench.url, () => ({ path: "/api/ms_dashboard", token: person().token }), 4),
    shoot(bench.url, signInOf(bench), 60),
  ]);
  return under("p99 of the dashboard during a login storm", others.p99, 500, "ms");
}

function signInOf({ people, password }: Bench) {
  const person = inOrder(people);
  return () => ({ path: "/api/ms_applicant/login", body: { emailaddress: person().emailaddress, password } });
}
