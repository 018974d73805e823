import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { seenByOnlookers } from "#app/onlooker/onlooker.contract.ts";
import { callerWith, signedInApplicant } from "../../../testing/applicant.ts";
import { sumOfRows } from "../../../testing/database.ts";
import { erasedMeanwhile } from "../../../testing/erased-meanwhile.ts";
import { type FullApplicant, fullApplicant } from "../../../testing/full-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin, type StaffMember, signInStaff, staffMember } from "../../../testing/staff.ts";
import { sendFile, smallPdf } from "../../../testing/upload.ts";
import { insist, patient } from "../../../testing/visitor.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let clerk: StaffMember;
let person: FullApplicant;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  clerk = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  person = await fullApplicant(portal, 8_400_001);
}, 60_000);
beforeEach(async () => {
  await portal.db.deleteFrom("limits").execute();
});
afterAll(() => portal.stop());

const open = async (who = clerk) =>
  (await granted(who.post(`/staff/ms_help_desk/${person._id}/see`, { reason: "Cannot find the letter" }))).body
    .view as string;

/** Calls the applicant's side with the view's name, and with a cookie or without one. */
const onlooker = (view: string, cookie?: string) =>
  patient(
    callerWith(portal, { authorization: `Bearer ${view}`, origin: ownOrigin(portal), ...(cookie && { cookie }) }),
  );
const read = async (view: string, cookie?: string) => (await onlooker(view, cookie).get("/ms_dashboard")).status;

const applicantCalls = () =>
  portal.app.calls.flatMap(({ url, methods, guard, endpoint }) =>
    guard === "applicant" ? methods.map((method) => ({ method, path: url.replace("/api", ""), endpoint })) : [],
  );
const filled = (path: string) => path.replace(/:\w+/g, (name) => person.idFor(`/api${path}`) ?? name);

test("an onlooker reads what the applicant reads, but opens no file", async () => {
  const uri = (await sendFile(portal, person, "document", smallPdf(), "affidavit.pdf")).body.photo.newname;
  await granted(person.post(filled("/ms_document_request/:id/document"), { uri }));
  const seen = onlooker(await open(), clerk.cookie);
  let links = 0;
  for (const { path } of seenByOnlookers) {
    const [theirs, shown] = await Promise.all([person.get(path), seen.get(path)]);
    expect([path, shown.status]).toEqual([path, 200]);
    const answer = JSON.stringify(theirs.body);
    links += answer.match(/"link":"[^"]+"/g)?.length ?? 0;
    expect(JSON.stringify(shown.body)).toBe(answer.replace(/"link":"[^"]*"/g, '"link":""'));
  }
  expect(links).toBeGreaterThan(0);
});

test("an applicant who is deleted while a view is opened is not there any more", async () => {
  const gone = await signedInApplicant(portal);
  const see = () => clerk.post(`/staff/ms_help_desk/${gone._id}/see`, { reason: "Cannot find the letter" });
  expect((await erasedMeanwhile(portal, gone._id, see)).status).toBe(404);
});

test("nothing can be done with a view: every change of the registry is refused, whatever it is sent", async () => {
  const seen = onlooker(await open(), clerk.cookie);
  const changes = applicantCalls().filter(({ method }) => method !== "GET");
  expect(changes.length).toBeGreaterThan(15);
  const before = await sumOfRows(portal.db);
  for (const { method, path } of changes) {
    const verb = method.toLowerCase() as "post" | "put" | "delete";
    for (const body of [{}, "{not json", { delete: "Delete" }]) {
      const { status, body: reply } = await seen[verb](filled(path), body);
      expect([method, path, status, reply.code, reply.message]).toEqual([
        ...[method, path, 403, "looking-on-only"],
        "You are looking on: nothing can be done from here",
      ]);
    }
  }
  expect(await sumOfRows(portal.db)).toEqual(before);
});

test("what is not on the list of reads is not shown: no paper, no file, no question to the provider", async () => {
  const seen = onlooker(await open(), clerk.cookie);
  const others = applicantCalls().filter(
    ({ method, endpoint }) => method === "GET" && !seenByOnlookers.some((shown) => shown === endpoint),
  );
  expect(others.map(({ path }) => path)).toContain("/ms_application_fee/:trxcode");
  const before = await sumOfRows(portal.db);
  for (const { path } of others) {
    const { status, body } = await seen.get(filled(path));
    expect([path, status, body.code, body.message]).toEqual([
      path,
      403,
      "hidden-while-looking-on",
      "This is not shown to whoever looks on",
    ]);
  }
  expect(await sumOfRows(portal.db)).toEqual(before);
});

test("the name of a view is worth nothing without the sign-in that opened it", async () => {
  const view = await open();
  const colleague = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  const elsewhere = await signInStaff(portal, clerk._id);
  const statuses = [await read(view), await read(view, colleague.cookie), await read(view, elsewhere.cookie)];
  expect(statuses).toEqual([401, 401, 401]);
  expect(await read("01900000-0000-7000-8000-000000000000", clerk.cookie)).toBe(401);
  expect(await read(view, clerk.cookie)).toBe(200);
  expect((await colleague.get(`/staff/ms_help_desk/view/${view}`)).status).toBe(404);
  expect((await colleague.post(`/staff/ms_help_desk/view/${view}/end`)).status).toBe(404);
  expect(await read(view, clerk.cookie)).toBe(200);
});

test("a view ends by itself, by hand, by the next one, and with the sign-in, the right or the work of who opened it", async () => {
  const late = await open();
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from "endsAt" - now()) / 60)::int as minutes from portal.help_desk_view`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ minutes: 15 }]);
  await portal.db.updateTable("help_desk_view").set({ endsAt: sql`now()` }).execute();
  expect(await read(late, clerk.cookie)).toBe(401);

  const byHand = await open();
  expect((await granted(clerk.get(`/staff/ms_help_desk/view/${byHand}`))).body).toMatchObject({
    applicant: person._id,
  });
  await granted(clerk.post(`/staff/ms_help_desk/view/${byHand}/end`));
  expect(await read(byHand, clerk.cookie)).toBe(401);

  const first = await open();
  const second = await open();
  expect([await read(first, clerk.cookie), await read(second, clerk.cookie)]).toEqual([401, 200]);

  const leaver = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  const views = await open(leaver);
  await portal.db.deleteFrom("user_permission").where("staff", "=", leaver._id).execute();
  expect(await read(views, leaver.cookie)).toBe(403);
  const suspended = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  const theirs = await open(suspended);
  await portal.db.updateTable("staff").set({ status: "Suspended" }).where("_id", "=", suspended._id).execute();
  expect(await read(theirs, suspended.cookie)).toBe(401);
  const gone = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  const ended = await open(gone);
  await granted(gone.post("/staff/ms_staff/logout", {}));
  expect(await read(ended, gone.cookie)).toBe(401);
  const left = await portal.db.selectFrom("help_desk_view").select("_id").where("_id", "=", ended).execute();
  expect(left).toEqual([]);
});

test("seeing has a reason that stands in the audit and on the person's page, and is nobody's who may only look", async () => {
  const view = await open();
  const lines = await portal.db
    .selectFrom("audit")
    .select(["actor", "reason"])
    .where("deed", "=", "help-desk.see")
    .where("subject", "=", `applicant:${person._id}`)
    .orderBy("_id", "desc")
    .execute();
  expect(lines[0]).toEqual({ actor: clerk._id, reason: "Cannot find the letter" });
  expect((await clerk.get(`/staff/ms_help_desk/${person._id}`)).body.history[0]).toMatchObject({
    deed: "Saw what the person sees",
    reason: "Cannot find the letter",
  });
  const path = `/staff/ms_help_desk/${person._id}/see`;
  expect((await clerk.post(path, { reason: "" })).status).toBe(500);
  const reader = await staffMember(portal, { pages: ["help-desk"] });
  expect((await reader.post(path, { reason: "Curious" })).status).toBe(403);
  expect(await read(view, reader.cookie)).toBe(403);
  const narrow = await staffMember(portal, { pages: ["help-desk", "help-desk.change"], scope: "department" });
  expect((await narrow.post(path, { reason: "Curious" })).status).toBe(403);
});

test("nobody looks on at the own account", async () => {
  const applicant = await signedInApplicant(portal);
  const both = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  const { emailaddress } = applicant;
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", both._id).execute();
  const { status } = await insist(() => both.post(`/staff/ms_help_desk/${applicant._id}/see`, { reason: "My own" }));
  expect(status).toBe(403);
});
