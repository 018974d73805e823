import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { coded } from "../../../../testing/bursar.ts";
import { headOf } from "../../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import type { SessionHole } from "../session.opening.contract.ts";

let portal: TestPortal;
let registrar: StaffMember;
let last: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, { pages: ["sessions", "sessions.change"] });
  last = (await portal.db.selectFrom("session").select("_id").where("code", "=", "2026").executeTakeFirstOrThrow())._id;
});
afterAll(() => portal.stop());

const path = "/staff/ms_session_opening";
const dates = { opens: "2027-01-05T08:00:00Z", closes: "2027-06-01T22:59:00Z" };
let years = 2026;

/** The next academic year, with nothing in it. */
async function nextSession(more: object = {}): Promise<string> {
  years += 1;
  const form = { code: String(years), name: `${years}/${years + 1}`, semester: 1, ...more };
  return (await registrar.post("/staff/ms_session", form)).body._id;
}

const open = async (to: string, check = false) =>
  (await registrar.post(path, { from: last, to, ...(check && { check }) })).body;
const counts = (parts: { name: string; count: number }[]) =>
  Object.fromEntries(parts.map(({ name, count }) => [name, count]));
const holesOf = async (session: string, who: StaffMember = registrar): Promise<SessionHole[]> =>
  (await who.get(`${path}/${session}/holes`)).body;
const kinds = (holes: readonly SessionHole[]) => [...new Set(holes.map(({ about }) => about))].sort();

async function addWindow(
  session: string,
  start: string,
  late: string,
  end: string,
  level: number | null = null,
): Promise<void> {
  await portal.db
    .insertInto("registration_window")
    .values({ _id: newId(), session, semester: 1, level, start, late, end, hodapproval: true })
    .execute();
}

test("a dry run tells what would be copied, and copies nothing", async () => {
  const to = await nextSession();
  const { message, parts } = await open(to, true);
  expect(message).toBe("Nothing has been copied yet");
  expect(counts(parts)).toMatchObject({
    "seats and entry rules of programmes": 73,
    "requirements of programmes": 292,
    "registration windows": 0,
  });
  for (const table of ["intake", "admission_requirement", "application_fee_item"] as const)
    expect(await portal.db.selectFrom(table).select("_id").where("session", "=", to).execute()).toEqual([]);
});

test("what was told is copied, each part with a line of the session's history, and a repetition copies nothing", async () => {
  const to = await nextSession();
  const told = counts((await open(to, true)).parts);
  const { message, parts } = await open(to);
  expect(counts(parts)).toEqual(told);
  expect(told["application fee items"]).toBeGreaterThan(200);
  expect(told["acceptance fee items"]).toBeGreaterThan(0);
  expect(message).toBe(
    `${Object.values(told)
      .reduce((sum, one) => sum + one)
      .toLocaleString("en-NG")} records were copied from 2026/2027 to ${years}/${years + 1}`,
  );
  const { body: history } = await registrar.get(`/staff/ms_session/${to}/history`);
  const reasons = history.map(({ reason }: { reason: string | null }) => reason);
  expect(reasons).toContain("73 seats and entry rules of programmes from 2026/2027");
  expect(reasons.filter(Boolean)).toHaveLength(Object.values(told).filter((count) => count > 0).length);

  const again = await open(to);
  expect(Object.values(counts(again.parts)).every((count) => count === 0)).toBe(true);
  expect(again.message).toContain("nothing was copied");
});

test("seats and rules of the new session are those of the last one, and are its own from then on", async () => {
  const to = await nextSession();
  await open(to);
  const of = (session: string) =>
    portal.db
      .selectFrom("intake")
      .select(["programme", "seats", "entryrules"])
      .where("session", "=", session)
      .orderBy("programme")
      .execute();
  expect(await of(to)).toEqual(await of(last));
  await portal.db.updateTable("intake").set({ seats: 1 }).where("session", "=", to).execute();
  expect((await of(last)).some(({ seats }) => seats === 1)).toBe(false);
});

test("a programme whose papers somebody has typed already keeps them as they are, and others get theirs", async () => {
  const to = await nextSession();
  const [first] = await portal.db
    .selectFrom("intake")
    .select("programme")
    .where("session", "=", last)
    .limit(1)
    .execute();
  const programme = first?.programme ?? "";
  await portal.db
    .insertInto("admission_requirement")
    .values({ _id: newId(), session: to, programme, label: "Medical report", required: true })
    .execute();
  expect(counts((await open(to)).parts)["requirements of programmes"]).toBe(288);
  const labels = await portal.db
    .selectFrom("admission_requirement")
    .select("label")
    .where("session", "=", to)
    .where("programme", "=", programme)
    .execute();
  expect(labels).toEqual([{ label: "Medical report" }]);
});

test("what was withdrawn stays behind", async () => {
  const to = await nextSession();
  const withdrawn = await portal.db
    .insertInto("admission_requirement")
    .columns(["_id", "session", "programme", "label", "required", "status"])
    .expression((from) =>
      from
        .selectFrom("intake")
        .select(({ val }) => [
          "_id",
          "session",
          "programme",
          val("Old paper").as("l"),
          val(true).as("r"),
          val(false).as("s"),
        ])
        .where("session", "=", last)
        .limit(1),
    )
    .returning("_id")
    .execute();
  await open(to);
  const copied = portal.db.selectFrom("admission_requirement").select("label").where("session", "=", to);
  expect(await copied.where("label", "=", "Old paper").execute()).toEqual([]);
  await portal.db
    .deleteFrom("admission_requirement")
    .where("_id", "=", withdrawn[0]?._id ?? "")
    .execute();
});

test("registration windows are moved by as many years as lie between the sessions' names, and said to be", async () => {
  await addWindow(last, "2028-01-10", "2028-02-01", "2028-02-29");
  const to = await nextSession();
  const distance = years - 2026;
  const { parts } = await open(to);
  const part = parts.find(({ name }: { name: string }) => name === "registration windows");
  expect(part).toEqual({
    name: part.name,
    count: 1,
    remark: `Their days are moved by ${distance} years. Look at them again`,
  });
  const [copied] = await portal.db.selectFrom("registration_window").selectAll().where("session", "=", to).execute();
  const year = 2028 + distance;
  expect(copied).toMatchObject({ semester: 1, start: `${year}-01-10`, late: `${year}-02-01`, hodapproval: true });
  expect(copied?.end.slice(0, 8)).toBe(`${year}-02-`);
});

test("a window for one level that is there already leaves the one for everybody to be copied, and a hole until then", async () => {
  const to = await nextSession();
  await addWindow(to, `${years}-01-10`, `${years}-02-01`, `${years}-02-20`, 100);
  expect(kinds(await holesOf(to))).toContain("Registration window");
  await open(to);
  const copied = portal.db.selectFrom("registration_window").select("level").where("session", "=", to);
  expect((await copied.orderBy("level").execute()).map(({ level }) => level)).toEqual([100, null]);
  expect(kinds(await holesOf(to))).not.toContain("Registration window");
});

test("two who open the same session at once copy everything once", async () => {
  const to = await nextSession();
  const replies = await Promise.all([open(to), open(to), open(to)]);
  const intakes = replies.map(({ parts }) => counts(parts)["seats and entry rules of programmes"]);
  expect(intakes.sort()).toEqual([0, 0, 73]);
  const found = await portal.db.selectFrom("application_fee_item").select("_id").where("session", "=", to).execute();
  expect(found).toHaveLength(
    await portal.db
      .selectFrom("application_fee_item")
      .select("_id")
      .where("session", "=", last)
      .execute()
      .then((rows) => rows.length),
  );
});

test("an empty session has every hole, and a copied one with dates and windows only those of the last one", async () => {
  const empty = await nextSession();
  const holes = await holesOf(empty);
  expect(kinds(holes)).toEqual(
    [
      "Acceptance fee",
      "Application fee",
      "Dates",
      "Entry rules",
      "Registration window",
      "Requirements",
      "Schedule of fees",
      "Seats",
      "Tuition",
    ].sort(),
  );
  expect(holes.filter(({ about }) => about === "Entry rules")).toHaveLength(70);
  await open(empty);
  await registrar.put(`/staff/ms_session/${empty}`, {
    code: String(years),
    name: `${years}/${years + 1}`,
    semester: 1,
    ...dates,
  });
  expect(kinds(await holesOf(empty))).toEqual(["Schedule of fees"]);
});

test("a hole says which programme lacks what, and leads to where it is closed", async () => {
  const to = await nextSession();
  await open(to);
  const [intake] = await portal.db
    .selectFrom("intake")
    .select(["_id", "programme"])
    .where("session", "=", to)
    .limit(1)
    .execute();
  await portal.db
    .updateTable("intake")
    .set({ seats: null, entryrules: "{}" })
    .where("_id", "=", intake?._id ?? "")
    .execute();
  const holes = (await holesOf(to)).filter(({ programme }) => programme !== null);
  expect(holes.map(({ about, sentence }) => [about, sentence])).toEqual([
    ["Entry rules", expect.stringMatching(/^NCE .+ has no entry rules$/)],
    ["Seats", expect.stringMatching(/^Nobody has said how many seats NCE .+ has$/)],
  ]);
  expect(holes[0]?.link).toBe(`/staff/intakes?programme=${intake?.programme}&session=${to}`);
  const { body } = await (await staffMember(portal, { pages: ["intakes"] })).get(
    holes[0]?.link.replace("/staff/intakes", "/staff/ms_intake") ?? "",
  );
  expect(body.list).toHaveLength(1);
});

test("classes that cannot pay tuition are a hole, which leads to the matrix of their programme", async () => {
  const to = await nextSession();
  await open(to);
  const tuition = async () => (await holesOf(to)).filter(({ about }) => about === "Tuition");
  expect(await tuition()).toEqual([]);
  const programme = await coded(portal, "programme", "NCE-MAT-PHY");
  const lines = portal.db.updateTable("programme_tuition_fee_item").where("session", "=", to);
  const ofIt = lines.where("programme", "=", programme).set({ status: false });
  await ofIt.where("indigene", "=", false).execute();
  const [half] = await tuition();
  expect(half?.sentence).toMatch(/^12 of 24 classes of NCE .+ cannot pay tuition$/);
  const bursary = await staffMember(portal, { pages: ["tuition-fees"] });
  const { body } = await bursary.get(half?.link.replace("/staff/tuition-fees", "/staff/ms_tuition_fee_item") ?? "");
  expect(body).toMatchObject({ programme: { _id: programme }, holes: 12 });
  await ofIt.execute();
  expect((await tuition()).map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^NCE .+ has no tuition to pay$/),
  ]);
});

test("a programme that takes no applicants is no hole", async () => {
  const to = await nextSession();
  const before = (await holesOf(to)).filter(({ about }) => about === "Seats").length;
  const [first] = await portal.db
    .selectFrom("intake")
    .select("programme")
    .where("session", "=", last)
    .limit(1)
    .execute();
  const change = (admits: boolean) =>
    portal.db
      .updateTable("programme")
      .set({ admits })
      .where("_id", "=", first?.programme ?? "")
      .execute();
  await change(false);
  expect((await holesOf(to)).filter(({ about }) => about === "Seats")).toHaveLength(before - 1);
  await change(true);
});

test("a head sees the holes of the own department's programmes, and copies nothing", async () => {
  const head = await headOf(portal, "BIO", ["sessions", "sessions.change"]);
  const to = await nextSession();
  const own = (await holesOf(to, head)).filter(({ about }) => about === "Seats");
  expect(own.length).toBeGreaterThan(0);
  expect(own.every(({ programme }) => programme?.label.includes("Biology"))).toBe(true);
  expect((await head.post(path, { from: last, to })).status).toBe(403);
});

test("what cannot be opened is refused at its field, and what is not there is not found", async () => {
  const to = await nextSession();
  const refused = async (body: object) => (await registrar.post(path, body)).body;
  expect(await refused({ from: to, to })).toMatchObject({
    code: "copy-into-itself",
    errors: { from: expect.stringContaining("not copied into itself") },
  });
  expect(await refused({ from: newId(), to })).toMatchObject({
    code: "choice-not-found",
    errors: { from: expect.stringContaining("was not found") },
  });
  expect(await refused({ from: last, to: "undefined" })).toMatchObject({
    code: "choice-not-found",
    errors: { to: expect.stringContaining("was not found") },
  });
  expect(await refused({ to })).toMatchObject({ code: "form-invalid", errors: { from: "Copy from is required" } });
  expect((await registrar.get(`${path}/${newId()}/holes`)).status).toBe(404);
  expect((await registrar.get(`${path}/undefined/holes`)).status).toBe(404);
});
