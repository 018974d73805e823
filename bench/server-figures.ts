import type { ChildProcess } from "node:child_process";
import { asked, type Bench, inOrder, onCluster, startBench } from "./bench-process.ts";
import { overHttp, shoot } from "./over-http.ts";
import { inTurns } from "./rates.ts";
import { type Figure, share, under } from "./table.ts";

/** The portal in one process, this one asking it, a PostgreSQL that keeps what it acknowledges. */
export async function serverFigures(): Promise<Figure[]> {
  return onCluster(async (cluster) => {
    const { child, bench } = await startBench(cluster, "postgres", 6_000, 0);
    const bare = (wish: string) => async () => (await asked(child, wish)) as number;
    const figures = [
      await dashboard(bench),
      await referee(bench),
      await submit(bench, child, bare("submit")),
      await signIn(bench, bare("hash")),
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

async function submit({ url, people, programme }: Bench, child: ChildProcess, bare: () => Promise<number>) {
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
  return share("POST ms_applications / the bare transaction it makes", await inTurns(ours, bare), 0.25);
}

async function signIn(bench: Bench, bare: () => Promise<number>): Promise<Figure> {
  const ours = async () => (await overHttp(bench.url, signInOf(bench))).perSecond;
  return share("POST login / the hash alone", await inTurns(ours, bare), 0.8);
}

/** Sixty people sign in without a pause, and some are shed; others look at their dashboard meanwhile, and none is. */
async function storm(bench: Bench): Promise<Figure> {
  const person = inOrder(bench.people);
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
