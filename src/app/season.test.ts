import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lapseOffers } from "#admission/offer/acceptance/acceptance.job.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { paidReference, superuser } from "../../testing/books.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { generatedPeople, type SeatedPerson } from "../../testing/generated-people.ts";
import { expectInvariants } from "../../testing/invariants.ts";
import { dueIn } from "../../testing/offered-applicant.ts";
import { askedLongAgo, payer, tenSecondsLater } from "../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { expectRegistrationsKept } from "../../testing/registrations-kept.ts";
import { expectSeatsKept } from "../../testing/release-desk.ts";
import { expectSameLedgers } from "../../testing/same-ledgers.ts";
import { sandboxControl } from "../../testing/sandbox-control.ts";
import {
  freezeMeritList,
  importJambLists,
  releaseOffers,
  releaseRefusals,
  replaceLapsed,
  reviewEverybody,
  type SeasonDesk,
  seasonDesk,
} from "../../testing/season-desk.ts";
import { accept, each, importStatement, payAndApply, reconcile, statementOf } from "../../testing/season-money.ts";
import {
  approveClear,
  approveMeanwhile,
  bringFailed,
  changeCourses,
  headOfAll,
  headWhoStudies,
  planSemester,
  type Registering,
  registerEverybody,
  renameCourses,
  returningStudents,
} from "../../testing/season-registration.ts";
import {
  bringReturning,
  clearEverybody,
  handOverEverybody,
  payFirstPart,
  payTuition,
  setInstalments,
} from "../../testing/season-students.ts";
import { type StaffMember, staffMember } from "../../testing/staff.ts";
import { granted } from "../../testing/walk.ts";

// `npm run season` walks five thousand; every test run a few.
const PEOPLE = Number(process.env.SEASON ?? 80);
/** Who studies here already. */
const RETURNING = Number(process.env.RETURNING ?? Math.max(10, Math.floor(PEOPLE / 10)));

let portal: TestPortal;
let desk: SeasonDesk;
let bursar: StaffMember;
let people: SeatedPerson[];
const applications = new Map<string, SeatedPerson>();

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await seasonDesk(portal);
  bursar = await staffMember(portal, { groups: ["Bursar"] });
}, 120_000);
afterAll(() => portal.stop());

const LONG = 3_600_000;
const begun = lagosDay(new Date().toISOString());

const told = (sentence: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${sentence}\n`);

test(
  "people pay and apply through HTTP",
  async () => {
    people = await generatedPeople(portal, PEOPLE);
    told(`${people.length} people`);
    await each(people, async (one, place) => {
      applications.set(await payAndApply(portal, one, place), one);
    });
    told(`${applications.size} applications`);
    expect(applications.size).toBe(PEOPLE);
  },
  LONG,
);

let run: string;

test(
  "the desk imports JAMB's list, reviews, ranks and freezes the merit list",
  async () => {
    await importJambLists(desk, people);
    told("JAMB lists imported");
    await scarceSeats();
    const recommended = await reviewEverybody(desk);
    expect(recommended).toBeGreaterThan(PEOPLE / 8);
    told(`${recommended} recommended`);
    run = await freezeMeritList(desk);
    told("merit list frozen");
  },
  LONG,
);

/** So few seats that somebody waits for most programmes: half as many as apply. */
async function scarceSeats(): Promise<void> {
  await sql`update portal.intake i set seats = greatest(1, (
      select count(*) from portal.review r where r.programme = i.programme and r.session = i.session) / 2)
    where session = ${desk.session}`.execute(portal.db);
}

let offers: string[];

test(
  "offers and refusals go out at their minute, no more than there are seats",
  async () => {
    const count = await releaseOffers(desk, run);
    offers = await offered();
    expect(offers.length).toBe(count);
    expect(count).toBeGreaterThan(PEOPLE / 20);
    const refused = await releaseRefusals(desk);
    expect(refused).toBeGreaterThan(0);
    told(`${count} offers; ${refused} refusals`);
    await expectSeatsKept(portal);
  },
  LONG,
);

const offered = async () =>
  (await portal.db.selectFrom("offer").select("application").orderBy("application").execute()).map(
    ({ application }) => application,
  );

const takes = (application: string) => accept(portal, applications.get(application) as SeatedPerson, application);

test(
  "most accept, the others' places go to who waits, and they accept",
  async () => {
    const late = offers.filter((_, place) => place % 4 === 3);
    await each(
      offers.filter((_, place) => place % 4 !== 3),
      takes,
    );
    told(`${offers.length - late.length} accepted, ${late.length} let it lapse`);
    for (const application of late) await dueIn(portal, { application }, -30);
    await lapseOffers.run(portal.app);
    await replaceLapsed(desk);
    const replacements = (await offered()).filter((application) => !offers.includes(application));
    expect(replacements.length).toBeGreaterThan(0);
    await each(replacements, takes);
    told(`${replacements.length} took the place of those`);
    await expectSeatsKept(portal);
  },
  LONG,
);

test(
  "who studies here already comes in by a file and is billed",
  async () => {
    await setInstalments(portal, desk.session);
    expect(await bringReturning(portal, desk.session, RETURNING)).toBe(RETURNING);
    told(`${RETURNING} returning students brought in and billed`);
  },
  LONG,
);

/** Everybody who may register, signed in at the student's area. */
const students: Registering[] = [];

test(
  "who has accepted is cleared, matriculated and billed, and pays in instalments",
  async () => {
    told(`${await clearEverybody(portal, desk.registrar)} ticks of clearance`);
    const began = performance.now();
    const { people: all, done, refused } = await handOverEverybody(desk.registrar);
    const seconds = Math.round(performance.now() - began) / 1000;
    expect([done, refused]).toEqual([all, 0]);
    told(`${done} students made in ${seconds} s`);
    const accepted = await portal.db.selectFrom("acceptance").select("application").orderBy("application").execute();
    expect(accepted).toHaveLength(done);
    await each(accepted, async ({ application }, place) => {
      students.push(await payTuition(portal, applications.get(application) as SeatedPerson, place));
    });
    const { rows } = await sql<{ state: string; bills: number }>`select
        case when balance_kobo = 0 then 'paid' when paid_kobo > 0 then 'in part' else 'unpaid' end as state, count(*)::int as bills
      from portal.bill group by 1 order by 1`.execute(portal.db);
    expect(rows).toEqual([
      { state: "in part", bills: Math.floor(done / 2) },
      { state: "paid", bills: Math.ceil(done / 2) },
      { state: "unpaid", bills: RETURNING },
    ]);
    told(`${done} first instalments paid, ${Math.ceil(done / 2)} bills in whole`);
  },
  LONG,
);

test(
  "all of them register for the semester at once while heads approve in bulk and courses are renamed; courses are added and dropped",
  async () => {
    const returning = await returningStudents(portal);
    expect(returning).toHaveLength(RETURNING);
    await each(returning, async (me) => {
      await payFirstPart(portal, me);
    });
    students.push(...returning);
    const places = Math.max(2, Math.floor(students.length / 6));
    const planned = await planSemester(desk, places);
    told(`${students.length} students may register, of ${planned} courses`);
    told(`${await bringFailed(desk)} have failed a course before`);
    const head = await headOfAll(portal);
    const studying = await headWhoStudies(portal);
    const began = performance.now();
    const [meanwhile, [lucky, education]] = await approveMeanwhile(
      studying,
      Promise.all([registerEverybody(students), renameCourses(desk, "EDU", "Another name for it")]),
    );
    told(`all registered in ${Math.round(performance.now() - began) / 1000} s, ${lucky} with the elective`);
    told(`${meanwhile} approved meanwhile`);
    expect(meanwhile + (await approveClear(studying))).toBe(students.length - 1);
    expect(await approveClear(head)).toBe(1);
    await expectRegistrationsKept(portal, { EDU: education });
    const [, [changed, wished]] = await approveMeanwhile(
      head,
      Promise.all([changeCourses(students), renameCourses(desk, "GSE", "A third name")]),
    );
    expect(changed).toBeGreaterThan(0);
    const again = await approveClear(head);
    told(`${changed} added or dropped a course, ${again} of them were approved at the end`);
    await expectRegistrationsKept(portal, { EDU: education, GSE: wished });
  },
  LONG,
);

test(
  "every naira and every state is in order",
  async () => {
    await expectInvariants(portal.db);
    await expectSameLedgers(portal);
    const watcher = await staffMember(portal, { pages: ["impossible-states", "impossible-states.change"] });
    const { found } = (await granted(watcher.post("/staff/ms_impossible_state/look", {}))).body;
    expect(found).toBe(0);
  },
  LONG,
);

test(
  "a reconciliation of all of it finds nothing, and then each discrepancy that is seeded",
  async () => {
    await longAgo();
    expect(await reconcile(bursar)).toEqual([]);
    told("reconciled: nothing found");
    const seeded = await seedDiscrepancies();
    await longAgo();
    const found = await reconcile(bursar);
    expect(found.map(({ kind, rrr }) => `${kind} ${rrr}`).sort()).toEqual(seeded.sort());
    told(`reconciled: ${found.length} found`);
  },
  LONG,
);

/** Nobody was asked about anything a moment ago. */
const longAgo = async () => {
  const rows = await portal.db.selectFrom("payment_reference").select("_id").execute();
  await askedLongAgo(portal, rows);
};

/** One of each kind; answers kind and reference of each as the report names them. */
async function seedDiscrepancies(): Promise<string[]> {
  const bank = sandboxControl(portal.sandbox);
  const reversed = await paidReference(portal, 0);
  await bank.deed("reverse", reversed.rrr);
  const unheard = await (await payer(portal)).reference(1);
  await bank.faultFor(unheard.rrr, "notify-none");
  await bank.pay(unheard.rrr);
  const short = await paidReference(portal, 2, { paidAmount: "1500" });
  const twice = await paidTwice();
  const unbalanced = await paidReference(portal, 4);
  await superuser(
    portal,
    `update portal.ledger_entry set amount_kobo = amount_kobo - 7 where account = 'application-fee'
      and journal in (select _id from portal.ledger_journal where payment = '${unbalanced._id}')`,
  );
  await bank.notify(unbalanced.rrr, { order: "0".repeat(32), tamper: { rrr: "999999999999" } });
  return [
    `Paid here, not there ${reversed.rrr}`,
    `Paid there, not here ${unheard.rrr}`,
    `Amount differs ${short.rrr}`,
    `Two paid for one purpose ${twice}`,
    `Ledger out of balance ${unbalanced.rrr}`,
    "Unknown notification 999999999999",
  ];
}

/** A reference that was cancelled, and paid all the same after another was paid for it. */
async function paidTwice(): Promise<string> {
  const bank = sandboxControl(portal.sandbox);
  const person = await payer(portal);
  const verify = async (rrr: string) => {
    await tenSecondsLater(portal);
    await granted(person.get(`/ms_application_fee/${rrr}`));
  };
  const first = await person.reference(3);
  await bank.faultFor(first.rrr, "notify-none");
  await bank.deed("deactivate", first.rrr);
  await verify(first.rrr);
  const second = await person.reference(3);
  await bank.faultFor(second.rrr, "notify-none");
  await bank.pay(second.rrr);
  await verify(second.rrr);
  await bank.payAnyway(first.rrr);
  await verify(first.rrr);
  return first.rrr;
}

test(
  "the statement of the bank is matched line by line, and its discrepancies are found",
  async () => {
    let place = 0;
    const csv = await statementOf(portal, (line) => {
      place += 1;
      if (place === 3) return [{ ...line, amount: "1" }];
      if (place === 5) return [line, line];
      if (place === 7) return [line, { rrr: "888888888888", amount: "7000" }];
      return [line];
    });
    const standings = await importStatement(portal, bursar, csv);
    const { Matched = 0, ...odd } = standings;
    // The one that was seeded as short has another amount, too.
    expect(odd).toEqual({ "Amount differs": 2, Twice: 1, "Unknown reference": 1 });
    expect(Matched).toBeGreaterThan(PEOPLE);
    told(`statement: ${Matched} lines matched`);
  },
  LONG,
);

test(
  "the day is closed, and its hash holds",
  async (context) => {
    // A long season ends on another day than it began.
    let hash = "";
    for (const day of new Set([begun, lagosDay(new Date().toISOString())]))
      hash = (await granted(bursar.post(`/staff/ms_day_book/${day}/close`, {}))).body.hash;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    told(`day closed: ${hash}`);
    keepEvidence(context, {
      asked: `${PEOPLE} applicants`,
      measured: `${offers.length} offers, the day closed: ${hash}`,
    });
  },
  LONG,
);
