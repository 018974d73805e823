import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../../../testing/applicant.ts";
import {
  followNow,
  postText,
  restFor,
  SMS_PATIENCE,
  type SmsPortal,
  startSmsPortal,
  textsOf,
} from "../../../testing/sms.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { newRegistration } from "../../../testing/visitor.ts";
import { sendSmsJob } from "./send-sms.job.server.ts";

let portal: SmsPortal;
let officer: StaffMember;
beforeAll(async () => {
  portal = await startSmsPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["texts"] });
}, 60_000);
afterAll(() => portal.stop());
afterEach(() => portal.gateway.fault());

const reached = (recipient: string) => portal.gateway.texts().filter((one) => one.recipient === recipient);

let phones = 0;
/** Somebody with a phone of the own, and a text on its way to it. */
async function texted(fault?: Parameters<SmsPortal["gateway"]["fault"]>[0], kind?: "Code" | "Offer", value = "") {
  const person = await signedInApplicant(portal);
  phones += 1;
  const phone = `23480700${String(phones).padStart(5, "0")}`;
  await sql`update portal.applicant set phonenumber = ${phone} where _id = ${person._id}`.execute(portal.db);
  if (fault) portal.gateway.fault(fault, { only: phone, value });
  await postText(portal, person._id, kind);
  return { ...person, phone };
}

const only = async ({ _id }: { readonly _id: string }) => (await textsOf(portal, _id))[0];

test("who registers gets the code as a text and as a mail, and the log says when it was delivered", async () => {
  const person = { ...newRegistration(), phonenumber: "0806 111 0001" };
  await caller(portal).post("/ms_applicant", person);
  await portal.letters(person.emailaddress, 1);
  const { _id } = await portal.db
    .selectFrom("applicant")
    .select("_id")
    .where("jamb", "=", person.jamb)
    .executeTakeFirstOrThrow();
  await textsOf(portal, _id);
  const [text] = reached("2348061110001");
  const [code] = /\b[2-9A-Z]{5}-[2-9A-Z]{5}\b/.exec(text?.text ?? "") ?? [];
  expect(text?.text).toContain("Ngozi, your verification code is");
  expect((await caller(portal).post("/ms_applicant/codeverify", { code })).body.type).toBe("success");
  await followNow(portal);
  const { list } = (await officer.get("/staff/ms_outgoing_sms?recipient=2348061110001")).body;
  expect(list).toEqual([expect.objectContaining({ kind: "Code", state: "Delivered", pieces: 1, cost: 5 })]);
  expect(JSON.stringify(list)).not.toContain(code);
});

test("a phone gets three codes an hour, whoever asks, and the mails go on", async () => {
  const people = [1, 2, 3, 4].map(() => ({ ...newRegistration(), phonenumber: "0806 111 0002" }));
  for (const person of people) {
    await caller(portal).post("/ms_applicant", person);
    expect(await portal.letters(person.emailaddress, 1)).toHaveLength(1);
  }
  const written = await portal.db
    .selectFrom("outgoing_sms")
    .select("_id")
    .where("recipient", "=", "2348061110002")
    .execute();
  expect(written).toHaveLength(3);
});

test("a gateway that takes a text and never delivers it: the log says not delivered after a day", async () => {
  const person = await texted("never-delivers");
  expect((await only(person))?.state).toBe("Sent");
  await followNow(portal);
  expect((await only(person))?.state).toBe("Sent");
  await followNow(portal, "24 hours");
  expect(await only(person)).toMatchObject({
    state: "Not delivered",
    trouble: "The gateway took it and did not deliver it in time",
    followAt: null,
  });
});

test("a gateway that answers too late is asked what became of it, and sends nothing twice", {
  timeout: 60_000,
}, async () => {
  const person = await texted("answers-late", "Offer", String((3 * SMS_PATIENCE) / 1_000));
  expect(await only(person)).toMatchObject({
    state: "Unknown",
    trouble: "The gateway did not answer within ten seconds",
  });
  await followNow(portal);
  expect((await only(person))?.state).toBe("Delivered");
  expect(reached(person.phone)).toHaveLength(1);
});

test("a text of which the answer was lost is not sent again, one that was lost itself is, once", async () => {
  const [taken, lost, code] = [await texted("taken-500"), await texted("lost-500"), await texted("lost-500", "Code")];
  for (const one of [taken, lost, code]) expect((await only(one))?.state).toBe("Unknown");
  portal.gateway.fault();
  await followNow(portal);
  expect((await only(taken))?.state).toBe("Delivered");
  expect(await only(lost)).toMatchObject({ state: "Sent", attempts: 2 });
  // Whoever waits for a code asks for another.
  expect(await only(code)).toMatchObject({ state: "Failed", cost_kobo: 0 });
  expect([taken, lost, code].map(({ phone }) => reached(phone).length)).toEqual([1, 1, 0]);
});

test("a text that is lost again and again is given up, and was asked for twice", async () => {
  const person = await texted("lost-500");
  for (const state of ["Unknown", "Unknown", "Failed"]) {
    expect((await only(person))?.state).toBe(state);
    await followNow(portal);
  }
  expect(await only(person)).toMatchObject({ state: "Failed", attempts: 2, trouble: "The gateway never had it" });
});

test("what a portal that died had handed over is followed, not handed over again", async () => {
  const person = await texted();
  await only(person);
  await sql`update portal.outgoing_sms set state = 'Sending', "sentAt" = null, body = 'News' where applicant = ${person._id}`.execute(
    portal.db,
  );
  await followNow(portal);
  expect((await only(person))?.state).toBe("Delivered");
  expect(reached(person.phone)).toHaveLength(1);
});

test("a number that is refused costs nothing, and a text that reaches nobody says so", async () => {
  const [refused, off] = [await texted("rejects"), await texted("undeliverable")];
  expect(await only(refused)).toMatchObject({
    state: "Failed",
    cost_kobo: 0,
    trouble: "The gateway refused it: INVALID_RECIPIENT",
  });
  await only(off);
  await followNow(portal);
  expect((await only(off))?.state).toBe("Not delivered");
});

test("a text that the network delivers twice is one line of the log, paid once", async () => {
  const person = await texted("delivers-twice");
  await only(person);
  await followNow(portal);
  await followNow(portal);
  expect((await textsOf(portal, person._id)).map(({ state, cost_kobo }) => [state, cost_kobo])).toEqual([
    ["Delivered", 500],
  ]);
});

test("a gateway without credit is asked again later, and takes nothing of the day until then", async () => {
  const person = await texted("no-credit");
  await expect
    .poll(() =>
      portal.db
        .selectFrom("outgoing_sms")
        .select(["state", "cost_kobo", "trouble"])
        .where("applicant", "=", person._id)
        .execute(),
    )
    .toEqual([{ state: "Waiting", cost_kobo: 0, trouble: "The gateway sends nothing now: INSUFFICIENT_CREDIT" }]);
  portal.gateway.fault();
  expect((await only(person))?.state).toBe("Sent");
});

test("at night codes go and everything else waits for the morning", async () => {
  await restFor(portal, "3 hours");
  const code = await texted(undefined, "Code");
  const news = await texted();
  expect((await only(code))?.state).toBe("Sent");
  expect((await only(code))?.kind).toBe("Code");
  const hoursLeft = async () =>
    (
      await sql<{ hours: number }>`select extract(epoch from run_at - now())::float8 / 3600 as hours
        from graphile_worker.jobs where key like 'sms %'`.execute(portal.db)
    ).rows.map(({ hours }) => Math.round(hours));
  // Whoever works looks at it once, and puts it off.
  await expect.poll(hoursLeft).toEqual([3]);
  expect(reached(news.phone)).toEqual([]);
  await restFor(portal, "0");
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key like 'sms %'), now())`.execute(
    portal.db,
  );
  expect((await only(news))?.state).toBe("Sent");
});

test("a text that still waits when the gateway is taken out of the configuration has failed, and says nothing any more", async () => {
  await restFor(portal, "3 hours");
  const news = await texted();
  const waiting = () =>
    sql<{ _id: string; state: string; body: string | null }>`select _id, state, body
    from portal.outgoing_sms where applicant = ${news._id} order by "createdAt" desc limit 1`.execute(portal.db);
  const [before] = (await waiting()).rows;
  expect(before).toMatchObject({ state: "Waiting", body: expect.any(String) });
  const without = { ...portal.app.portal, config: { ...portal.app.portal.config, sms: null } };
  const job = sendSmsJob({ piece_kobo: sql`500`, ceiling_kobo: sql`100000` });
  await job.run({ portal: without } as unknown as typeof portal.app, { sms: before?._id ?? "" });
  expect((await waiting()).rows).toMatchObject([{ state: "Failed", body: null }]);
  await restFor(portal, "0");
});

test.each([
  ["2026-11-20T19:59:00Z", 0],
  ["2026-11-20T20:00:00Z", 10],
  ["2026-11-20T23:30:00Z", 6.5],
  ["2026-11-21T05:30:00Z", 0.5],
  ["2026-11-21T06:00:00Z", 0],
])("from nine in the evening to seven in the morning in Lagos texts rest: at %s for %s hours", async (at, hours) => {
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from portal.sms_rest_of_clock(${at}::timestamptz))::float8 / 3600 as hours`.execute(portal.db);
  expect(rows[0]?.hours).toBe(hours);
});
