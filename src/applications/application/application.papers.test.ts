import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { currentAdmission } from "#calendar/session/session.read.server.ts";
import { diploma } from "../../../testing/a-levels.ts";
import type { Person } from "../../../testing/applicant.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, readyApplicant, storedDocument, verifiedPayment } from "../../../testing/ready-applicant.ts";
import type { ApplicationSnapshot } from "./application.snapshot.server.ts";

let portal: TestPortal;
let wanted: { programme: string; session: string };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  wanted = await openProgramme(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

async function ready() {
  const person = await readyApplicant(portal, wanted);
  const { rrr } = await verifiedPayment(portal, person._id, wanted);
  const submit = () =>
    person.post("/ms_applications", { programme: wanted.programme, payment: rrr, type: "JAMB UTME" });
  return { person, submit };
}

const delayed = ["referee", "olevel_result"] as const;
const own = (person: Person, table: (typeof delayed)[number]) =>
  portal.db.selectFrom(table).select("_id").where("applicant", "=", person._id).execute();

test.each<[string, (person: Person) => Promise<unknown>, string]>([
  [
    "one referee",
    async (person) => person.delete(`/ms_applicant_referee/${(await own(person, "referee"))[0]?._id}`),
    "You are required to upload 2 referees/guardians",
  ],
  [
    "no bio",
    (person) => portal.db.deleteFrom("bio").where("applicant", "=", person._id).execute(),
    "You need to upload your bio data",
  ],
  [
    "four results",
    async (person) => person.delete(`/ms_applicant_result/${(await own(person, "olevel_result"))[0]?._id}`),
    "Please check your O-Level results add a minimum of 5 results, 4 currently added",
  ],
  [
    "no sitting",
    async (person) => {
      await portal.db.deleteFrom("olevel_result").where("applicant", "=", person._id).execute();
      await portal.db.deleteFrom("olevel_sitting").where("applicant", "=", person._id).execute();
    },
    "Please check your O-Level sittings maximum sittings is 2",
  ],
])(
  "with %s the submit is refused in the catalogue's words, and nothing is locked or used",
  async (_what, lose, sentence) => {
    const { person, submit } = await ready();
    await lose(person);
    const { status, body } = await submit();
    expect([status, body]).toEqual([200, { type: "error", code: "prerequisites-unmet", message: sentence }]);
    const rows = await portal.db.selectFrom("referee").select("disabled").where("applicant", "=", person._id).execute();
    expect(rows.every(({ disabled }) => disabled)).toBe(true);
    expect((await person.get("/ms_applications")).body).toEqual([]);
  },
);

test("the number of results is the college's setting", async () => {
  const { submit } = await ready();
  await portal.db.insertInto("setting").values({ name: "resultsNeeded", value: "6" }).execute();
  const refused = (await submit()).body;
  await portal.db.deleteFrom("setting").execute();
  expect(refused).toMatchObject({
    code: "prerequisites-unmet",
    message: "Please check your O-Level results add a minimum of 6 results, 5 currently added",
  });
  expect((await submit()).body.type).toBe("success");
});

test("missing documents are named, optional ones are not asked for", async () => {
  const { person, submit } = await ready();
  await portal.db.deleteFrom("requirement_upload").where("applicant", "=", person._id).execute();
  const { body } = await submit();
  expect(body.type).toBe("error");
  expect(body).toMatchObject({
    code: "documents-missing",
    message: expect.stringContaining(
      "JAMB result or registration slip, O-Level statement of result, Birth certificate",
    ),
  });
  expect(body.message).not.toContain("Local government identification");
});

test("what an application relies on can no longer be changed or deleted, and its copy stays as it was", async () => {
  const { person, submit } = await ready();
  const { body: alevel } = await person.post("/ms_applicant_alevel", diploma);
  const { body: application } = await submit();
  const before = (await person.get(`/ms_applications/${application._id}`)).body;

  const [referee] = (await person.get("/ms_applicant_referee")).body;
  expect(referee.disabled).toBe(false);
  const [result] = (await person.get("/ms_applicant_result")).body;
  const { examination: sitting } = result;
  const requirements = `/ms_programme_admission_requirement/${wanted.programme}`;
  const requirement = (await person.get(requirements)).body.list[0]._id;
  const { newname: uri } = await storedDocument(portal, person._id);
  const {
    locked: _1,
    version: _2,
    createdAt: _3,
    updatedAt: _4,
    photo: _5,
    ...bio
  } = (await person.get("/ms_applicant/bio")).body;
  const changes = [
    await person.delete(`/ms_applicant_referee/${referee._id}`),
    await person.delete(`/ms_applicant_result/${result._id}`),
    await person.delete(`/ms_applicant_sitting/${sitting._id}`),
    await person.delete(`/ms_applicant_alevel/${alevel._id}`),
    await person.put(`/ms_applicant_result/${result._id}`, {
      examination: sitting._id,
      subject: "Physics",
      scored: "A1",
    }),
    await person.post("/ms_applicant/bio", { ...bio, middlename: "", lastname: "Other" }),
    await person.post("/ms_application_uploads", { requirement, uri }),
  ];
  expect(changes.map(({ status, body }) => [status, body.type])).toEqual(changes.map(() => [200, "error"]));

  await portal.db.updateTable("bio").set({ lastname: "Changed" }).where("applicant", "=", person._id).execute();
  const renamed = portal.db.updateTable("programme").set({ name: sql<string>`name || ' (new)'` });
  await renamed.where("_id", "=", wanted.programme).execute();
  const after = (await person.get(`/ms_applications/${application._id}`)).body;
  expect(after).toEqual({ ...before, asOf: after.asOf });
  await expect(
    portal.db.updateTable("application").set({ code: "other" }).where("_id", "=", application._id).execute(),
  ).rejects.toThrow("does not change");
});

test("A-Level results are no prerequisite, and a copy is kept of each that is there", async () => {
  const [without, having] = [await ready(), await ready()];
  await having.person.post("/ms_applicant_alevel", diploma);
  const kept = await Promise.all(
    [without, having].map(async ({ submit }) => {
      const { body } = await submit();
      const own = portal.db.selectFrom("application").select("snapshot").where("_id", "=", body._id);
      return ((await own.executeTakeFirstOrThrow()).snapshot as unknown as ApplicationSnapshot).alevels;
    }),
  );
  expect(kept).toMatchObject([[], [{ ...diploma, locked: true }]]);
  await having.person.post("/ms_applicant_alevel", { ...diploma, results: { ...diploma.results, cgpa: "4.00" } });
  const { body: list } = await having.person.get("/ms_applicant_alevel");
  expect(list.map(({ locked }: { locked: boolean }) => locked)).toEqual([false, true]);
});

const closing = (closes: unknown) =>
  sql`update portal.session set closes = ${closes} where admission`.execute(portal.db);

test("applications are open until the closing instant and not at it, by the database's clock", async () => {
  const states = await portal.db.transaction().execute(async (trx) => {
    const at: string[] = [];
    for (const away of ["-1 millisecond", "0", "1 millisecond"]) {
      await sql`update portal.session set closes = now() + ${away}::interval where admission`.execute(trx);
      at.push((await currentAdmission(trx)).state);
    }
    await sql`update portal.session set closes = '2099-01-01', opens = now() where admission`.execute(trx);
    at.push((await currentAdmission(trx)).state);
    await sql`update portal.session set opens = now() + interval '1 millisecond' where admission`.execute(trx);
    at.push((await currentAdmission(trx)).state);
    await sql`update portal.session set opens = now() - interval '1 month' where admission`.execute(trx);
    return at;
  });
  expect(states).toEqual(["closed", "closed", "open", "open", "early"]);
});

test("a burst across the closing instant leaves no application from after it", async () => {
  const people = await Promise.all(Array.from({ length: 30 }, ready));
  await closing(sql`now() + interval '120 milliseconds'`);
  const replies = await Promise.all(
    people.map(async ({ submit }, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 8));
      return submit();
    }),
  );
  const refused = replies.filter(({ body }) => body.type === "error");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.body).toMatchObject({
    code: "applications-closed",
    message: expect.stringMatching(/^Applications for 2026\/2027 closed at .+\. Please ask the admissions office$/),
  });
  const late = await sql`select a._id from portal.application a join portal.session s on s._id = a.session
    where a."createdAt" >= s.closes`.execute(portal.db);
  expect(late.rows).toEqual([]);
  await closing("2099-01-01T00:00:00Z");
});
