import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { inOrder, onCopy, told, weightOf } from "./bench-process.ts";
import { lightClient } from "./light-client.ts";
import { asker, p95Of, p99 } from "./one-by-one.ts";
import { overHttp, type Request } from "./over-http.ts";
import { inTurns, middleOf } from "./rates.ts";
import { type Figure, share, under, weightFigures } from "./table.ts";

const REGISTERED = 100_000;
const WAITING = 5_000;
const FRESH = 8_000;
const OPENING = 2_000;
/** Of a course that all of these want. */
const PLACES = 1_500;
/** One of so many has not paid what opens registration. */
const OWING = 50;
const A_MINUTE_MS = 60_000;
const AT_ONCE = 20;
const EARLY_LOOKS = 10;

/** A college where a hundred thousand have registered eight courses each: who registers, who decides, and who looks. */
export const registrationFigures = (): Promise<Figure[]> => onCopy("bench/registration-process.ts", measured);

interface Registrant {
  readonly owes: boolean;
  readonly cookie: string;
  readonly key: string;
}

interface Semester {
  readonly url: string;
  readonly bareUrl: string;
  readonly origin: string;
  /** Of a member of staff who holds every page. */
  readonly cookie: string;
  /** Of the class of everybody who has not registered. */
  readonly courses: readonly string[];
  /** Another one, which has a limit. */
  readonly limited: string;
  readonly fresh: readonly Registrant[];
  readonly lists: readonly string[];
  readonly grids: readonly string[];
  readonly scans: readonly string[];
}

async function measured(child: ChildProcess): Promise<Figure[]> {
  child.send({ registered: REGISTERED, waiting: WAITING, fresh: FRESH, places: PLACES, owing: OWING });
  const semester = await told<Semester>(child);
  const { url, cookie, lists, grids, scans, fresh } = semester;
  for (const scan of scans) console.log(`reads a whole table: ${scan}`);
  const asked = asker(url, cookie);
  const inbox = await p95Of("the head's inbox", inboxes, asked, 10);
  const listed = await p95Of("the lists of courses and registrations", lists, asked);
  const grid = await p95Of("the grids of programmes", grids, asked);
  const checked = await p95Of("the check of every catalogue", ["/staff/ms_course/check"], asked, 10);
  await weightOf(child);
  const { looked, submitted, wrong, placed } = await openingMinute(semester, fresh.slice(0, OPENING));
  const weight = await weightOf(child);
  return [
    under(`the head's inbox, ${WAITING} that wait judged, p95`, inbox, 1_000, "ms"),
    under(`${lists.length} questions to the lists over ${REGISTERED} registrations, p95`, listed, 300, "ms"),
    under(`the catalogue's grid of ${grids.length} programmes, their classes counted, p95`, grid, 300, "ms"),
    under("the check of every programme's catalogue, p95", checked, 1_000, "ms"),
    under("pages of these lists that are fetched by reading a whole table", scans.length, 0, "pages"),
    under(`${OPENING} students in the first minute, p99 of a look`, looked, 1_000, "ms"),
    under("p99 of a submission then", submitted, 1_000, "ms"),
    under("refused by another than the gate of fees and the course that is full, or let through", wrong, 0, "students"),
    under(`places of ${PLACES} in it that stay empty or are given twice`, Math.abs(placed - PLACES), 0, "places"),
    ...weightFigures("the first minute", weight),
    await beside(semester, payers(fresh.slice(OPENING)), child),
  ];
}

const inboxes = [
  "/staff/ms_registration/inbox",
  "/staff/ms_registration?state=Waiting&sort=arrivedAt",
  "/staff/ms_registration?state=Waiting&verdict=Clear&sort=arrivedAt",
];

interface Answer {
  readonly type?: string;
  readonly code?: string;
  readonly offered?: readonly { readonly _id: string; readonly seats: number | null }[];
}

const payers = (people: readonly Registrant[]) => people.filter(({ owes }) => !owes);

/**
 * Each looks at what is offered and sends it. They come at twice the mean rate at first, and ever fewer. All want the limited course
 * as long as it is not full; who hears that it is sends again without it. Who owes the first instalment is refused. The page was
 * looked at before the window opens, too: by some of those who come later.
 */
async function openingMinute({ url, origin, courses, limited }: Semester, people: readonly Registrant[]) {
  const [looks, submissions]: [number[], number[]] = [[], []];
  let [wrong, placed] = [0, 0];
  const send = lightClient(url);
  const ask = async ({ cookie, owes }: Registrant, body?: string, key = ""): Promise<Answer> => {
    const begun = performance.now();
    const headers = { cookie, origin, ...(body && { "idempotency-key": key }) };
    const reply = await send({ path: "/api/student/registration", headers, body });
    const answer = reply.answer as Answer;
    (body ? submissions : looks).push(performance.now() - begun);
    const heard = reply.status === 200 && answer.type !== "error" ? "granted" : answer.code;
    const expected = owes && body ? ["fees-not-paid"] : ["granted", "class-full"];
    if (!expected.includes(heard ?? "")) {
      if (wrong === 0) console.log(`not expected: ${reply.status} ${heard}`);
      wrong += 1;
    }
    return answer;
  };
  for (let round = 0; round < EARLY_LOOKS; round += 1) await Promise.all(people.slice(-AT_ONCE).map((one) => ask(one)));
  looks.length = 0;
  const [without, wanted] = [courses, [...courses, limited]].map((chosen) => JSON.stringify({ courses: chosen }));
  await Promise.all(
    people.map(async (one, place) => {
      await wait((1 - Math.sqrt(1 - place / people.length)) * A_MINUTE_MS);
      const { offered = [] } = await ask(one);
      const isFull = offered.find(({ _id }) => _id === limited)?.seats === 0;
      const { type, code } = await ask(one, isFull ? without : wanted, one.key);
      if (type === "success" && !isFull) placed += 1;
      if (code === "class-full") await ask(one, without, `${one.key}-again`);
    }),
  );
  console.log(`the first minute: ${looks.length} looks, middle ${Math.round(middleOf(looks))} ms`);
  console.log(`the first minute: ${submissions.length} submissions, middle ${Math.round(middleOf(submissions))} ms`);
  return { looked: p99(looks), submitted: p99(submissions), wrong, placed };
}

/** The ceiling runs the same statements behind a bare route, for as many others. */
async function beside({ url, bareUrl, origin, courses }: Semester, people: readonly Registrant[], child: ChildProcess) {
  const one = inOrder(people);
  const next = (): Request => {
    const { cookie, key } = one();
    return { path: "/api/student/registration", method: "PUT", cookie, origin, key, body: { courses } };
  };
  child.send("start-recording");
  await told(child);
  await overHttp(url, next, 1, 1);
  child.send("stop-recording");
  await told(child);
  const ours = async () => (await overHttp(url, next, 16, 500)).perSecond;
  const bare = async () => (await overHttp(bareUrl, () => ({ path: "/registration", body: {} }), 16, 500)).perSecond;
  return share("PUT student/registration / bare route, same transaction", await inTurns(ours, bare), 0.5);
}
