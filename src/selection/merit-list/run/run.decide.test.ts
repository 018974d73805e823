import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { decideRun } from "../../../../testing/frozen-run.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { checkedScheme, type MeritSession, meritSession } from "../../../../testing/merit.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { withoutConstraint } from "../../../../testing/without-guard.ts";
import { frozenRun, placesOf } from "../merit-list.read.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let colleague: StaffMember;
let provost: StaffMember;
let given: MeritSession;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  given = await meritSession(portal, 20);
  const change = ["merit-lists", "merit-lists.change", "merit-lists.approve"] as const;
  officer = await staffMember(portal, { pages: change, lastname: "Officer" });
  colleague = await staffMember(portal, { pages: change, lastname: "Colleague" });
  provost = await staffMember(portal, { pages: ["merit-lists", "merit-lists.approve"], lastname: "Provost" });
});
afterAll(() => portal.stop());

const path = "/staff/ms_merit_run";
let run: string;
beforeEach(async () => {
  run = (await officer.post(path, { session: given.session, scheme: checkedScheme })).body._id;
});

const cover = async () => (await officer.get(`${path}/${run}/cover`)).body;
const placeOf = async (code: string) => {
  const { list } = (await officer.get(`/staff/ms_merit_place?run=${run}&q=${code}`)).body;
  return list[0];
};
const enter = (code: string | undefined, deed = "Entered", who = officer) =>
  who.post(`${path}/${run}/entry`, { code, deed, reason: "The board's wish" });
const propose = (who = officer) => decideRun(who, run, "propose");
const approve = (who = provost) => decideRun(who, run, "approve");
/** The rows of the file for CAPS, under its headings. */
async function proposedOnCaps(): Promise<string[]> {
  const file: string = (await officer.get(`/staff/ms_merit_caps/export?run=${run}`)).body;
  const [headings, ...rows] = file.replace("\ufeff", "").trim().split("\r\n");
  expect(headings).toBe(
    "S/NO,RG_NUM,RG_CANDNAME,RG_SEX,STATE_NAME,LGA_NAME,CO_NAME,RG_UTME,RG_PUTME,RG_AGGREGATE,RG_MODE,RG_QUOTA",
  );
  return rows;
}
const waiting = () => given.codes.slice(-6);
/** Makes an application a member of staff's own for as long as it is looked at. */
async function own(who: StaffMember, code: string | undefined, look: () => Promise<void>): Promise<void> {
  const applicant = sql`(select applicant from portal.review where code = ${code})`;
  const called = (address: string) =>
    sql`update portal.applicant set emailaddress = ${address} where _id = ${applicant}`.execute(portal.db);
  await called(who.emailaddress);
  await look();
  await called(`${code}@example.com`);
}

describe("a seat by hand", () => {
  test("needs a free one: full is refused, after one is taken off the next is entered, each with its reason", async () => {
    const [first] = waiting();
    expect((await enter(first)).body).toMatchObject({
      type: "error",
      code: "no-seat-left",
      message: expect.stringContaining("Every free seat"),
    });
    expect((await enter(given.codes[0], "Taken off")).body.type).toBe("success");
    expect((await enter(first)).body).toMatchObject({ message: `${first} is entered by hand` });
    expect(await placeOf(String(given.codes[0]))).toMatchObject({
      outcome: "Not placed",
      quota: null,
      byhand: true,
      rank: 1,
    });
    const entered = await placeOf(String(first));
    expect(entered).toMatchObject({ outcome: "Offer", quota: null, byhand: true });
    expect(entered.reason).toMatch(
      /^Entered by hand by Mrs Hauwa Officer: The board's wish \(rank \d+, aggregate \d\d\.\d\d\)$/,
    );
    const { totals, entries, programmes } = await cover();
    expect(totals.offers).toBe(20);
    expect(programmes.find(({ byhand }: { byhand: number }) => byhand > 0)).toMatchObject({ offers: 10, byhand: 1 });
    expect(entries.map(({ deed, before }: { deed: string; before: string }) => [deed, before.slice(0, 6)])).toEqual([
      ["Entered", "Rank 1"],
      ["Taken off", "Rank 1"],
    ]);
    // Of a quota the last who has a seat of it, after what was done by hand.
    const tenth = given.codes[9];
    const lastOf = async () =>
      (await cover()).programmes.find(({ byhand }: { byhand: number }) => byhand > 0).quotas[0];
    expect(await lastOf()).toMatchObject({ placed: 9, last: (await placeOf(String(tenth))).aggregate });
    await enter(tenth, "Taken off");
    expect(await lastOf()).toMatchObject({ placed: 8, last: (await placeOf(String(given.codes[8]))).aggregate });
  });

  test("is taken back: the application stands again as it was drawn, and the entry stays to be read", async () => {
    const before = await placeOf(String(given.codes[0]));
    await enter(given.codes[0], "Taken off");
    const [entry] = (await cover()).entries;
    const undo = () => officer.post(`${path}/${run}/entry/${entry._id}/undo`, {});
    expect((await undo()).body.type).toBe("success");
    expect(await placeOf(String(given.codes[0]))).toEqual(before);
    expect(await undo()).toMatchObject({ status: 409, body: { code: "taken-back-already" } });
    expect((await cover()).entries[0].undone.by).toBe("Mrs Hauwa Officer");
    expect((await officer.get(`${path}/${run}`)).body.entries).toBe(0);
  });

  test("makes no sense twice, for a stranger, without a reason, or for a refused file", async () => {
    expect((await enter(given.codes[0])).body).toMatchObject({
      code: "has-seat-already",
      message: expect.stringContaining("has a seat in this list already: Rank 1,"),
    });
    expect((await enter(waiting()[0], "Taken off")).body).toMatchObject({
      code: "no-seat-to-take",
      message: expect.stringContaining("has no seat in this list"),
    });
    expect((await enter("APP/00/9999999")).body).toMatchObject({
      code: "application-not-found",
      errors: { code: expect.stringMatching(/^No application to this session/) },
    });
    const mute = await officer.post(`${path}/${run}/entry`, { code: given.codes[0], deed: "Taken off", reason: " " });
    expect([mute.status, mute.body.code, mute.body.errors]).toEqual([
      500,
      "form-invalid",
      { reason: "Reason is required" },
    ]);
    const [code] = waiting();
    await sql`update portal.review set state = 'Refused' where code = ${code}`.execute(portal.db);
    expect((await enter(code)).body).toMatchObject({
      code: "application-not-offerable",
      message: `${code} stands at Refused, so it cannot be offered a seat. Change that first, on its file`,
    });
    const stands = (state: string) =>
      sql`update portal.review set state = ${state} where code = ${code}`.execute(portal.db);
    for (const state of ["Checking", "Checked", "Offered", "Lapsed"]) await stands(state);
    expect((await enter(code)).body).toMatchObject({
      code: "application-not-offerable",
      message: expect.stringContaining("stands at Lapsed, so it cannot be offered a seat"),
    });
    for (const state of ["Recommended", "Checking", "Checked"]) await stands(state);
  });

  test("is not given to oneself", async () => {
    await own(officer, given.codes[0], async () => {
      expect((await enter(given.codes[0], "Taken off")).status).toBe(403);
      expect(await placeOf(String(given.codes[0]))).toBeUndefined();
    });
    expect((await enter(given.codes[0], "Taken off", colleague)).body.type).toBe("success");
  });

  test("nobody reads how they stand themselves, on the board, the cover or beside another list", async () => {
    const code = String(given.codes[0]);
    const board = await staffMember(portal, { pages: ["merit-lists"] });
    const { body: other } = await officer.post(path, { session: given.session, scheme: checkedScheme });
    await enter(code, "Taken off", colleague);
    await enter(given.codes[1], "Taken off", colleague);
    const looks = [`${run}/cover`, `${run}/compare?with=${other._id}`, `${other._id}/board`];
    const told = async (of: string) =>
      (await Promise.all(looks.map((look) => board.get(`${path}/${look}`)))).map(({ body }) =>
        JSON.stringify(body).includes(of),
      );
    expect(await told(code)).toEqual([true, true, true]);
    await own(board, code, async () => {
      expect(await told(code)).toEqual([false, false, false]);
      expect(await told(String(given.codes[1]))).toEqual([true, true, true]);
    });
  });

  test("goes to one of many who are entered at once for the last seat", async () => {
    await enter(given.codes[0], "Taken off", colleague);
    const replies = await Promise.all(waiting().map((code) => enter(code)));
    expect(replies.filter(({ body }) => body.type === "success")).toHaveLength(1);
    expect((await cover()).totals.offers).toBe(20);
  });
});

describe("a list is agreed to by two", () => {
  test("proposed by one, approved by another, frozen under the hash of its rows, and given to the release", async () => {
    expect((await propose()).body.message).toMatch(/is proposed\. .+ may approve it$/);
    expect((await approve(officer)).status).toBe(403);
    expect(await frozenRun(portal.db, run)).toBeUndefined();
    expect(await proposedOnCaps()).toEqual([]);
    const { body } = await approve();
    expect(body.hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await provost.get(`${path}/${run}/hash`)).body).toEqual({
      kept: body.hash,
      found: body.hash,
      intact: true,
    });
    expect(await frozenRun(portal.db, run)).toMatchObject({ session: given.session, hash: body.hash });
    expect(await proposedOnCaps()).toHaveLength(20);
    const { rows } = await sql<{ outcome: string }>`${placesOf(run)}`.execute(portal.db);
    expect(rows.filter(({ outcome }) => outcome === "Offer")).toHaveLength(20);
    const { rows: lines } = await sql<{
      deed: string;
    }>`select deed from portal.audit where subject = ${`merit_run:${run}`}
      order by at`.execute(portal.db);
    expect(lines.map(({ deed }) => deed)).toEqual(["merit_run.make", "merit_run.propose", "merit_run.approve"]);
  });

  test("then stands in each file with rank, seat and reason, and in nobody's own", async () => {
    const code = String(given.codes[0]);
    const { rows } = await sql<{ _id: string }>`select _id from portal.review where code = ${code}`.execute(portal.db);
    const standing = (who: StaffMember) => who.get(`/staff/ms_merit_place/standing/${rows[0]?._id}`);
    const before = (await standing(officer)).body;
    await propose();
    expect((await standing(officer)).body).toEqual(before);
    await approve();
    expect((await standing(officer)).body).toMatchObject({
      ...{ run: expect.stringMatching(/^Run \d+ of 2026\/2027$/), outcome: "Offer", rank: 1, quota: "Merit" },
      reason: expect.stringMatching(/^Rank 1, merit seat 1 of \d+, aggregate/),
    });
    expect((await standing(officer)).body._id).not.toBe(before?._id);
    await own(officer, code, async () => expect((await standing(officer)).status).toBe(403));
  });

  test("changes no more once it is frozen, by any call or statement", async () => {
    await propose();
    await approve();
    const late = await Promise.all([
      enter(given.codes[0], "Taken off", colleague),
      propose(),
      approve(colleague),
      officer.post(`${path}/${run}/discard`, { reason: "Too late" }),
      provost.post(`${path}/${run}/return`, { reason: "Too late" }),
    ]);
    expect(late.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect(late[0]?.body).toMatchObject({
      code: "state-has-moved",
      message: expect.stringMatching(
        /is frozen: Mrs Hauwa Provost did so on .+\. Nothing in it is changed by hand any more$/,
      ),
    });
    for (const statement of [
      sql`update portal.merit_place set outcome = 'Offer' where run = ${run}`,
      sql`update portal.merit_programme set seats = 99 where run = ${run}`,
      sql`update portal.merit_run set note = 'Other' where _id = ${run}`,
      sql`delete from portal.merit_place where run = ${run}`,
    ])
      await expect(statement.execute(portal.db)).rejects.toThrow();
  });

  test("approved by whom a stranger is alike, who registered with the same names and phone number", async () => {
    await propose();
    const code = given.codes.at(-1) ?? "";
    const { applicant } = await portal.db
      .selectFrom("review")
      .select("applicant")
      .where("code", "=", code)
      .executeTakeFirstOrThrow();
    const named = (person: { firstname: string; lastname: string; phonenumber: string }) =>
      portal.db.updateTable("applicant").set(person).where("_id", "=", applicant).execute();
    const columns = ["firstname", "lastname", "phonenumber"] as const;
    const before = await portal.db
      .selectFrom("applicant")
      .select(columns)
      .where("_id", "=", applicant)
      .executeTakeFirstOrThrow();
    await named(
      await portal.db.selectFrom("staff").select(columns).where("_id", "=", provost._id).executeTakeFirstOrThrow(),
    );
    const { body } = await approve();
    expect([body.type, body.message]).toEqual([
      "success",
      expect.stringContaining("in your names and with your phone"),
    ]);
    const noted = portal.db.selectFrom("audit").select("actor").where("subject", "=", `applicant:${applicant}`);
    expect(await noted.where("deed", "=", "own-file.alike").execute()).toEqual([{ actor: provost._id }]);
    await named(before);
  });

  test("neither proposed, approved, nor sent back by whoever it ranks", async () => {
    const last = given.codes.at(-1);
    await own(officer, last, async () => {
      expect((await propose()).status).toBe(403);
      await propose(colleague);
      expect((await approve(officer)).status).toBe(403);
      expect((await officer.post(`${path}/${run}/return`, { reason: "Mine is low" })).status).toBe(403);
    });
    await own(provost, last, async () => {
      const { status, body } = await approve();
      expect([status, body.code, body.message]).toEqual([
        403,
        "own-file",
        expect.stringContaining("Your own file is among these"),
      ]);
    });
    expect((await approve()).body.type).toBe("success");
  });

  test("who entered somebody by hand does not approve it, though another proposed it", async () => {
    await enter(given.codes[0], "Taken off", colleague);
    await propose();
    const { status, body } = await approve(colleague);
    expect([status, body.code, body.message]).toEqual([
      403,
      "another-must-decide",
      expect.stringContaining("entered somebody in it by hand"),
    ]);
    expect((await approve()).body.type).toBe("success");
  });

  test("what is approved is what was seen, and not by who made it or took an entry back", async () => {
    const { revision: drawn } = (await cover()).run;
    await enter(given.codes[0], "Taken off", colleague);
    expect((await officer.post(`${path}/${run}/propose`, { revision: drawn })).status).toBe(409);
    await propose(colleague);
    const { revision } = (await cover()).run;
    await colleague.post(`${path}/${run}/withdraw`, { reason: "A moment" });
    await enter(waiting()[0], "Entered", colleague);
    await propose(colleague);
    const old = await provost.post(`${path}/${run}/approve`, { revision });
    expect([old.status, old.body.code, old.body.message]).toEqual([
      409,
      "version-stale",
      expect.stringMatching(/was changed after you looked at it: Mrs Hauwa Colleague did so on .+\. Look at it again/),
    ]);
    const maker = await approve(officer);
    expect([maker.status, maker.body.code, maker.body.message]).toEqual([
      403,
      "another-must-decide",
      expect.stringContaining("Who made or proposed a list"),
    ]);
    expect((await cover()).run.isOwn).toBe(true);
    await colleague.post(`${path}/${run}/withdraw`, { reason: "A moment" });
    const both = await staffMember(portal, { pages: ["merit-lists", "merit-lists.change", "merit-lists.approve"] });
    const [entry] = (await cover()).entries;
    expect((await both.post(`${path}/${run}/entry/${entry._id}/undo`, {})).body.type).toBe("success");
    await propose(colleague);
    expect((await approve(both)).status).toBe(403);
    expect((await approve()).body.type).toBe("success");
  });

  test("two who decide opposite at once: one wins, and the other hears who did what", async () => {
    await propose();
    const withdraw = () => officer.post(`${path}/${run}/withdraw`, { reason: "A mistake" });
    const [yes, no] = await whileTableHeld(portal, "merit_run", 2, () => Promise.all([approve(), withdraw()]));
    expect([yes.status, no.status].sort()).toEqual([200, 409]);
    const lost = yes.status === 409 ? yes : no;
    expect(lost.body).toMatchObject({
      code: "state-has-moved",
      message: expect.stringMatching(/is frozen: Mrs Hauwa Provost|is a draft again/),
    });
  });

  test("is sent back with a reason, changed, proposed anew, and given up with a reason", async () => {
    await propose();
    expect((await enter(given.codes[0], "Taken off", colleague)).status).toBe(409);
    expect((await provost.post(`${path}/${run}/return`, { reason: "Look at seat 3" })).body.type).toBe("success");
    expect((await enter(given.codes[0], "Taken off", colleague)).body.type).toBe("success");
    expect((await propose(colleague)).body.type).toBe("success");
    expect((await officer.post(`${path}/${run}/discard`, { reason: "Made anew" })).body.type).toBe("success");
    expect((await cover()).run).toMatchObject({ state: "Discarded", discarded: "Made anew" });
  });

  test("is refused while it gives more seats than there are now, or one that cannot be offered", async () => {
    const [programme] = given.programmes;
    await sql`update portal.intake set seats = 9 where programme = ${programme}`.execute(portal.db);
    expect((await propose()).body).toMatchObject({
      code: "no-seat-left",
      message: expect.stringMatching(/^NCE Biology\/Chemistry has 9 free seats now, and Run \d+ .+ gives 10\. Make/),
    });
    await sql`update portal.intake set seats = 10 where programme = ${programme}`.execute(portal.db);
    await propose();
    await sql`update portal.review set state = 'Checking' where code = ${given.codes[1]}`.execute(portal.db);
    expect((await approve()).body).toMatchObject({
      code: "application-not-offerable",
      message: expect.stringMatching(/ stands at Checking now, so it can not be offered a seat\. Take it off/),
    });
    await sql`update portal.review set state = 'Checked' where code = ${given.codes[1]}`.execute(portal.db);
    expect((await approve()).body.type).toBe("success");
  });
});

describe("without its guard in the database", () => {
  test("a list has more offers than seats", async () => {
    await withoutConstraint(portal, "merit_programme", "merit_programme_seats");
    await Promise.all(waiting().map((code) => enter(code)));
    expect((await cover()).totals.offers).toBeGreaterThan(20);
  });

  test("a row of a frozen list is changed, and the hash tells", async () => {
    await propose();
    await approve();
    await sql`alter table portal.merit_place disable trigger merit_place_changed`.execute(portal.db);
    await sql`update portal.merit_place set rank = rank + 1 where run = ${run} and rank = 7`.execute(portal.db);
    expect((await provost.get(`${path}/${run}/hash`)).body.intact).toBe(false);
  });
});
