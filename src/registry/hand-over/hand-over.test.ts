import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { acceptedPeople, clearedPeople } from "../../../testing/accepted-people.ts";
import { coded } from "../../../testing/bursar.ts";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { withoutApplicantLock } from "../../../testing/without-guard.ts";
import { newId } from "../../platform/database/id.server.ts";
import { impossibleMatriculations } from "../matriculation/matriculation.impossible.server.ts";
import { impossibleStudents } from "../student/student.impossible.server.ts";

let portal: TestPortal;
let registrar: StaffMember;
let programme: string;
beforeEach(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, {
    pages: ["hand-over", "hand-over.change", "students", "matriculation", "matric-counters", "matric-counters.change"],
  });
  programme = await coded(portal, "programme", "NCE-CRS-ENG");
});
afterEach(() => portal.stop());

const chosen = (ids: readonly string[]) => ({ ids, count: ids.length });
const people = async (run: string) =>
  (await registrar.get(`/staff/ms_hand_over_line?handover=${run}&sort=name&limit=100`)).body.list;

/** Orders a hand-over and waits until it is done; answers the order. */
async function handedOver(ids: readonly string[], who = registrar): Promise<string> {
  const { body } = await who.post("/staff/ms_hand_over", chosen(ids));
  expect(body).toMatchObject({ type: "success" });
  await finished(body._id);
  return body._id;
}

async function finished(run: string): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { body } = await registrar.get(`/staff/ms_hand_over/${run}`);
    if (body.finishedAt) return;
    await wait(25);
  }
  throw new Error("The hand-over did not end");
}

const numbers = async () => {
  const { rows } = await sql<{ matric: string }>`select matric from portal.student order by matric`.execute(portal.db);
  return rows.map(({ matric }) => matric);
};

test("the steps are shown first, and nothing is changed by that", async () => {
  const [ready = "", other = ""] = await clearedPeople(portal, { count: 2, programme });
  const [open = ""] = await acceptedPeople(portal, { count: 1, programme });
  const { body } = await registrar.post("/staff/ms_hand_over/check", chosen([ready, other, open]));
  expect(body).toMatchObject({ ready: 2, refused: 1 });
  expect(body.plans[0]).toMatchObject({
    application: open,
    refused: expect.stringContaining("Not cleared yet. Still open: Original certificates seen"),
    steps: [{ step: "Clearance" }],
  });
  expect(body.plans[1].steps).toContainEqual({ step: "Matric number", said: "NCE-CRS-ENG/26/0001" });
  expect(body.plans[2].steps).toContainEqual({ step: "Matric number", said: "NCE-CRS-ENG/26/0002" });
  expect(await numbers()).toEqual([]);
});

test("whoever cannot be billed stays as they are, and reads who mends it", async () => {
  const [one = ""] = await clearedPeople(portal, { count: 1, programme });
  const [plan] = (await registrar.post("/staff/ms_hand_over/check", chosen([one]))).body.plans;
  expect(plan.steps).toContainEqual({ step: "First bill", said: expect.stringMatching(/^₦[\d,.]+$/) });
  await sql`update portal.tuition_fee_item set status = false where programme = ${programme}`.execute(portal.db);
  const { body } = await registrar.post("/staff/ms_hand_over/check", chosen([one]));
  expect(body.plans[0].refused).toContain("has a tuition fee item that is not active. The bursary fills it in");
  const [line] = await people(await handedOver([one]));
  expect(line).toMatchObject({ state: "Refused", said: body.plans[0].refused });
  expect(await numbers()).toEqual([]);
});

test("who is cleared becomes a student, and who is not holds up nobody", async () => {
  const ready = await clearedPeople(portal, { count: 3, programme });
  const [open = ""] = await acceptedPeople(portal, { count: 1, programme });
  const run = await handedOver([...ready, open]);
  expect((await registrar.get(`/staff/ms_hand_over/${run}`)).body).toMatchObject({
    called: "4 people",
    done: 3,
    refused: 1,
    already: 0,
    waiting: 0,
  });
  const lines = await people(run);
  expect(lines.filter(({ state }: { state: string }) => state === "Refused")).toMatchObject([
    { said: expect.stringContaining("Not cleared yet") },
  ]);
  const done = lines.find(({ state }: { state: string }) => state === "Done");
  const { body: line } = await registrar.get(`/staff/ms_hand_over_line/${done._id}/steps`);
  expect(line.steps.map(({ step }: { step: string }) => step)).toEqual([
    "Clearance",
    "Place",
    "Student's record",
    "Matric number",
    "Sign-in",
    "First bill",
  ]);
  expect(await numbers()).toEqual(["NCE-CRS-ENG/26/0001", "NCE-CRS-ENG/26/0002", "NCE-CRS-ENG/26/0003"]);
  const { body: student } = await registrar.get(`/staff/ms_student/${line.student}`);
  expect(student).toMatchObject({ matric: line.matric, level: 100, entrylevel: 100, semester: 1, status: "Active" });
  const mail = await sql<{ subject: string }>`select subject from portal.outgoing_mail
    where recipient = ${student.emailaddress} and subject like '%student now%'`.execute(portal.db);
  expect(mail.rows).toEqual([{ subject: expect.stringContaining(line.matric) }]);
});

interface Person {
  readonly applicant: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly phonenumber: string;
  readonly emailaddress: string;
  readonly jamb: string;
  readonly dateofbirth: string;
}

const personOf = async (application: string): Promise<Person> => {
  const { rows } =
    await sql<Person>`select a._id as applicant, a.firstname, a.lastname, a.phonenumber, a.emailaddress, a.jamb,
      p.snapshot -> 'bio' ->> 'dateofbirth' as dateofbirth
    from portal.application p join portal.applicant a on a._id = p.applicant where p._id = ${application}`.execute(
      portal.db,
    );
  return rows[0] as Person;
};

/** A record of somebody else, or of the same person, straight into the database. */
async function onRecord(form: Readonly<Record<string, string | null>>): Promise<string> {
  const _id = newId();
  const named = { firstname: "Old", lastname: "Record", emailaddress: `${_id}@example.com`, ...form };
  await portal.db
    .insertInto("student")
    .values({ _id, ...named })
    .execute();
  return _id;
}

const check = async (ids: readonly string[]) => (await registrar.post("/staff/ms_hand_over/check", chosen(ids))).body;

/** Orders with what is said of some, and answers what became of each. */
async function told(ids: readonly string[], said: object) {
  const { body } = await registrar.post("/staff/ms_hand_over", { ...chosen(ids), ...said });
  expect(body).toMatchObject({ type: "success" });
  await finished(body._id);
  return people(body._id);
}

test("whoever is like a student on record is shown first, and handed over only once that one is said to be another person", async () => {
  const ids = await clearedPeople(portal, { count: 2, programme });
  const [one = "", two = ""] = ids;
  const { firstname, lastname, dateofbirth } = await personOf(one);
  const form = { matric: "OLD/0001", firstname: lastname, lastname: firstname, dateofbirth };
  const other = await onRecord(form);
  const alike = `OLD/0001 ${firstname} ${lastname}, Active (same names and day of birth`;
  expect(await check(ids)).toMatchObject({ ready: 2, doubtful: 1, plans: [{ application: one }, { doubt: null }] });
  expect((await check(ids)).plans[0].doubt).toMatchObject({
    said: expect.stringContaining(alike),
    others: 1,
    left: [],
  });
  const [line] = await told([one], { another: [] });
  expect(line).toMatchObject({ state: "Refused", said: expect.stringContaining(`${alike}). Look there first`) });
  expect((await registrar.post("/staff/ms_hand_over", { ...chosen([one]), another: [two] })).body).toMatchObject({
    code: "rows-changed",
  });
  // Of the second nobody was like anybody when it was looked at; whoever is meanwhile was never shown.
  const phone = (await personOf(two)).phonenumber;
  await onRecord({ matric: "OLD/0002", phonenumber: phone });
  const lines = await told(ids, { another: [one] });
  expect(lines.map(({ state }: { state: string }) => state).sort()).toEqual(["Done", "Refused"]);
  expect(lines).toContainEqual(
    expect.objectContaining({ said: expect.stringContaining("OLD/0002 Record Old, Active") }),
  );
  const apart = await portal.db.selectFrom("told_apart").select(["other", "saidby"]).execute();
  expect(apart).toEqual([{ other, saidby: registrar._id }]);
});

test("two of one order who are like each other: the one further up goes, the other once it is said to be another", async () => {
  const ids = await clearedPeople(portal, { count: 3, programme });
  await sql`update portal.applicant set phonenumber = '2348030001111'
    where _id in (select applicant from portal.application where _id = any(${ids.slice(0, 2)}::uuid[]))`.execute(
    portal.db,
  );
  const { plans, ready, doubtful } = await check(ids);
  expect({ ready, doubtful }).toEqual({ ready: 3, doubtful: 1 });
  expect(plans[0].doubt.said).toMatch(/^APP\/26\/\d+ .+, further up in this order \(same phone number\)$/);
  const lines = await told(ids, {});
  expect(lines.filter(({ state }: { state: string }) => state === "Done")).toHaveLength(2);
  const refused = lines.find(({ state }: { state: string }) => state === "Refused");
  expect(refused).toMatchObject({ code: plans[0].code, said: expect.stringContaining("(same phone number)") });
  expect(await told([plans[0].application], { another: [plans[0].application] })).toMatchObject([{ state: "Done" }]);
});

test("whoever was a student before, by the same account, enters anew once the office says so, and is not told apart", async () => {
  const [one = ""] = await clearedPeople(portal, { count: 1, programme });
  const { dateofbirth: _, ...account } = await personOf(one);
  const before = await onRecord({ matric: "OLD/0001", status: "Withdrawn", ...account });
  const called = `OLD/0001 ${account.lastname} ${account.firstname}, Withdrawn`;
  const { plans } = await check([one]);
  expect(plans[0].doubt).toEqual({ said: "", others: 0, left: [{ student: before, called, own: true }] });
  for (const said of [{}, { another: [one] }])
    expect(await told([one], said)).toMatchObject([
      {
        state: "Refused",
        said: `Was a student before: ${called}. Look there first. If this person enters anew, say so where people are handed over`,
      },
    ]);
  const [line] = await told([one], { anew: [{ application: one, student: before }] });
  const { steps } = (await registrar.get(`/staff/ms_hand_over_line/${line._id}/steps`)).body;
  expect(steps[2].said).toContain(`enters anew, before ${called}`);
  expect(await portal.db.selectFrom("told_apart").selectAll().execute()).toEqual([]);
});

test("a record without an account, of somebody who left and enters anew, comes to the account; one of a living student does not", async () => {
  const [one = "", two = ""] = await clearedPeople(portal, { count: 2, programme });
  const { applicant, jamb, emailaddress, phonenumber } = await personOf(one);
  const before = await onRecord({ matric: "OLD/0001", status: "Graduated", jamb });
  const living = await onRecord({ matric: "OLD/0002", phonenumber });
  const { doubt } = (await check([one])).plans[0];
  expect(doubt).toMatchObject({ others: 2, left: [{ student: before, called: "OLD/0001 Record Old, Graduated" }] });
  const anew = (student: string, application = one) => ({ anew: [{ application, student }] });
  const refused = (said: string) => [{ state: "Refused", said: expect.stringContaining(said) }];
  expect(await told([one], anew(before)), "the other one is unsaid").toMatchObject(
    refused("Perhaps a student already"),
  );
  expect(await told([one], anew(living))).toMatchObject(refused("not of somebody who has left"));
  expect(await told([two], anew(before, two))).toMatchObject(refused("is not like this one"));
  const nobody = { ...chosen([two]), ...anew(newId(), two) };
  expect((await registrar.post("/staff/ms_hand_over", nobody)).body).toMatchObject({ code: "choice-not-found" });
  // The head of the department reaches the person, but no record of which nobody knows what was studied.
  const head = await headOf(portal, "CRS", ["hand-over", "hand-over.change"]);
  const order = { ...chosen([one]), ...anew(before), another: [one] };
  expect((await head.post("/staff/ms_hand_over", order)).body).toMatchObject({ code: "choice-not-found" });
  expect(await told([one], { ...anew(before), another: [one] })).toMatchObject([{ state: "Done" }]);
  const earlier = await portal.db.selectFrom("student").selectAll().where("_id", "=", before).executeTakeFirst();
  expect(earlier).toMatchObject({ applicant, jamb, emailaddress, phonenumber, status: "Graduated" });
  const apart = await portal.db.selectFrom("told_apart").select("other").execute();
  expect(apart).toEqual([{ other: living }]);
  const ofAnother = impossibleStudents.find(({ name }) => name === "student-of-another");
  expect((await ofAnother?.rows.execute(portal.db))?.rows).toEqual([]);
});

test("to hand somebody over again changes nothing", async () => {
  const ids = await clearedPeople(portal, { count: 2, programme });
  const { body } = await registrar.post("/staff/ms_hand_over", chosen(ids));
  // Ordered twice before the first order has come to anybody: the list still shows them.
  await finished(body._id);
  expect((await registrar.get("/staff/ms_hand_over_candidate")).body.list).toEqual([]);
  await sql`insert into portal.hand_over (_id, orderedby, people) select gen_random_uuid(), orderedby, 2 from portal.hand_over`.execute(
    portal.db,
  );
  expect((await registrar.post("/staff/ms_hand_over", chosen(ids))).status).toBe(409);
  expect(await numbers()).toHaveLength(2);
});

test("ten orders at once for the same people make each a student once, with numbers that have no gap", async () => {
  const ids = await clearedPeople(portal, { count: 12, programme });
  const orders = await Promise.all(
    Array.from({ length: 10 }, () => registrar.post("/staff/ms_hand_over", chosen(ids))),
  );
  const made = orders.filter(({ body }) => body.type === "success").map(({ body }) => body._id as string);
  expect(made.length).toBeGreaterThan(0);
  for (const run of made) await finished(run);
  const all = (await Promise.all(made.map(people))).flat().map(({ state }) => state);
  expect(all.filter((state) => state === "Done")).toHaveLength(12);
  expect(all.filter((state) => state === "Student already")).toHaveLength(all.length - 12);
  expect(await numbers()).toEqual(
    Array.from({ length: 12 }, (_, place) => `NCE-CRS-ENG/26/${String(place + 1).padStart(4, "0")}`),
  );
});

test("without the lock on the applicant one of two orders would run into the other", async () => {
  const ids = await clearedPeople(portal, { count: 12, programme });
  await withoutApplicantLock(portal);
  const orders = await Promise.all(Array.from({ length: 4 }, () => registrar.post("/staff/ms_hand_over", chosen(ids))));
  const made = orders.filter(({ body }) => body.type === "success").map(({ body }) => body._id as string);
  for (const run of made) await finished(run);
  const all = (await Promise.all(made.map(people))).flat().map(({ state }) => state);
  expect(all).toContain("Refused");
});

test("numbers go on from where the college gave them by hand, and step over one that somebody has", async () => {
  const [first = "", second = "", third = ""] = await clearedPeople(portal, { count: 3, programme });
  const start = await registrar.post("/staff/ms_matriculation_counter", { programme, start: 40 });
  expect(start.body.type).toBe("success");
  await sql`insert into portal.student (_id, matric, firstname, lastname, emailaddress)
    values (gen_random_uuid(), 'nce-crs-eng/26/0041', 'Old', 'Hand', 'old.hand@example.com'),
      (gen_random_uuid(), 'NCE-CRS-ENG/26/0043', 'New', 'Hand', 'new.hand@example.com')`.execute(portal.db);
  const { plans } = (await registrar.post("/staff/ms_hand_over/check", chosen([first, second, third]))).body;
  const planned = plans.map(({ steps }: { steps: { step: string; said: string }[] }) => steps[3]?.said);
  expect(planned).toEqual(["NCE-CRS-ENG/26/0042", "NCE-CRS-ENG/26/0044", "NCE-CRS-ENG/26/0045"]);
  const lines = await people(await handedOver([first, second, third]));
  expect(lines.map(({ matric }: { matric: string }) => matric).sort()).toEqual(planned);
  const { list } = (await registrar.get("/staff/ms_matriculation_counter")).body;
  expect(list).toMatchObject([{ start: 40, given: 5, last: 45 }]);
  for (const { rows } of impossibleMatriculations) expect((await rows.execute(portal.db)).rows).toEqual([]);
  const late = await registrar.put(`/staff/ms_matriculation_counter/${list[0]._id}`, {
    programme,
    session: list[0].session._id,
    start: 50,
  });
  expect(late.body).toMatchObject({ code: "counter-runs-already" });
});

test("who is a student of another record already is refused, and so is a place whose fee was taken back", async () => {
  const [one = "", other = ""] = await clearedPeople(portal, { count: 2, programme });
  await sql`insert into portal.student (_id, applicant, matric, jamb, firstname, lastname, emailaddress, phonenumber)
    select gen_random_uuid(), a._id, 'OLD/1', a.jamb, a.firstname, a.lastname, a.emailaddress, a.phonenumber
    from portal.application p join portal.applicant a on a._id = p.applicant where p._id = ${one}`.execute(portal.db);
  await portal.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update portal.acceptance set payment = (select payment from portal.application where _id = ${other})
      where application = ${other}`.execute(trx);
    await sql`update portal.payment_reference set state = 'REVERSED'
      where _id = (select payment from portal.application where _id = ${other})`.execute(trx);
  });
  const said = (await people(await handedOver([one, other]))).map((line: { said: string }) => line.said);
  expect(said).toContainEqual(expect.stringContaining("This account is a student already: OLD/1"));
  expect(said).toContainEqual(expect.stringContaining("acceptance fee was taken back"));
});

test("nobody orders beyond their reach, nor for their own file", async () => {
  const [own = ""] = await clearedPeople(portal, { count: 1, programme });
  const head = await staffMember(portal, { pages: ["hand-over", "hand-over.change"], scope: "department" });
  expect((await head.post("/staff/ms_hand_over", chosen([own]))).status).toBe(409);
  const self = await staffMember(portal, { pages: ["hand-over", "hand-over.change"] });
  await sql`update portal.staff set emailaddress = (select a.emailaddress from portal.application p
    join portal.applicant a on a._id = p.applicant where p._id = ${own}) where _id = ${self._id}`.execute(portal.db);
  expect((await self.post("/staff/ms_hand_over", chosen([own]))).body).toMatchObject({
    type: "error",
    code: "own-file",
  });
});
