import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import type { Person } from "../../../testing/applicant.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../../../testing/ready-applicant.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { ownApplications } from "./application.server.ts";

let portal: TestPortal;
let wanted: { programme: string; session: string };
let second: string;
let third: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  wanted = await openProgramme(portal);
  second = (await openProgramme(portal, 1)).programme;
  third = (await openProgramme(portal, 2)).programme;
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const titleOf = async (_id: string) => {
  const row = await portal.db.selectFrom("programme").selectAll().where("_id", "=", _id).executeTakeFirstOrThrow();
  return `${row.award} ${row.name}`;
};

async function ready(): Promise<{ person: Person; send(choices: unknown): ReturnType<Person["post"]> }> {
  const person = await readyApplicant(portal, wanted);
  const { rrr: payment } = await verifiedPayment(portal, person._id, wanted);
  const form = { programme: wanted.programme, payment, type: "JAMB UTME" };
  return { person, send: (choices) => person.post("/ms_applications", { ...form, choices }) };
}

test("second and third choice stand on one application: slip, status, own data, and the office's file and list", async () => {
  const { person, send } = await ready();
  const { body } = await granted(send([third, second]));
  const kept = [
    { rank: 2, _id: third, title: await titleOf(third) },
    { rank: 3, _id: second, title: await titleOf(second) },
  ];
  expect((await person.get(`/ms_applications/${body._id}`)).body.choices).toEqual(kept);
  expect((await person.get("/ms_applications")).body[0].choices).toEqual(kept);
  const { rows } = await sql<{ row: { choices: unknown } }>`${ownApplications.rows(person._id)}`.execute(portal.db);
  expect(rows.map(({ row }) => row.choices)).toEqual([kept]);
  const clerk = await staffMember(portal, { pages: ["applications"] });
  expect((await clerk.get(`/staff/ms_review/${body._id}/file`)).body.choices).toEqual(kept);
  const [row] = (await clerk.get(`/staff/ms_review?q=${body.code}`)).body.list;
  const codes = await Promise.all([third, second].map(codeOf));
  expect(row.choices).toBe(codes.join(", "));
});

const codeOf = async (_id: string) =>
  (await portal.db.selectFrom("programme").select("code").where("_id", "=", _id).executeTakeFirstOrThrow()).code;

test("an application without further choices has none, and says so", async () => {
  const { person, send } = await ready();
  const { body } = await granted(send(undefined));
  expect((await person.get(`/ms_applications/${body._id}`)).body.choices).toEqual([]);
});

test("the same payment again answers with the same application, whatever choices come with it", async () => {
  const { person, send } = await ready();
  const { body } = await granted(send([second]));
  expect((await granted(send([third]))).body._id).toBe(body._id);
  expect(
    (await person.get(`/ms_applications/${body._id}`)).body.choices.map((one: { _id: string }) => one._id),
  ).toEqual([second]);
});

test.each<[string, () => unknown, string]>([
  [
    "three",
    () => [second, third, wanted.programme],
    "Choose at most two further programmes: a second and a third choice",
  ],
  ["one twice", () => [second, second], "Choose each programme once only"],
  ["no list", () => second, "Further choices must be a list"],
])("%s further choices are refused under the field before anything is read", async (_what, choices, sentence) => {
  const { send } = await ready();
  const { status, body } = await send(choices());
  expect([status, body.code, body.errors]).toEqual([500, "form-invalid", { choices: sentence }]);
});

test("a further choice is another programme, takes applicants now, and takes the mode of entry; nothing is used otherwise", async () => {
  const { person, send } = await ready();
  expect((await send([second, wanted.programme])).body).toMatchObject({
    code: "choice-is-first",
    errors: { choices: "Your third choice is your first choice already. Choose another programme, or leave it empty" },
  });
  expect((await send([wanted.session])).body).toMatchObject({
    code: "choice-not-found",
    errors: { choices: expect.stringMatching(/^Your second choice does not take applications now/) },
  });
  const closed = portal.db.updateTable("programme").where("_id", "=", second);
  await closed.set({ admits: false }).execute();
  expect((await send([second])).body.code).toBe("choice-not-found");
  await closed.set({ admits: true, modes: ["Transfer"] }).execute();
  const refused = (await send([third, second])).body;
  await closed.set({ modes: ["JAMB UTME", "Transfer", "Direct Entry"] }).execute();
  expect(refused).toMatchObject({
    code: "mode-not-taken",
    errors: {
      choices: `${await titleOf(second)}, your third choice, does not take JAMB UTME. Choose another programme`,
    },
  });
  expect((await person.get("/ms_applications")).body).toEqual([]);
  expect((await send([third, second])).body.type).toBe("success");
});
