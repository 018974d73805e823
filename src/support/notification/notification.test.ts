import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { releaseOffer } from "#admission/offer/offer.server.ts";
import { hashToken } from "#identity/session/session.server.ts";
import { portalItself } from "#platform/write/perform.server.ts";
import { type Caller, caller, type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { headOf } from "../../../testing/head.ts";
import { manyApplications } from "../../../testing/many-applications.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../../../testing/ready-applicant.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import type { OwnNotice } from "./notice/notice.contract.ts";
import { deliverNotification } from "./notification.job.server.ts";
import type { NotificationAudience } from "./notification.rules.ts";

const APPLIED = 12;
const OFFERED = 3;

let portal: TestPortal;
let officer: StaffMember;
let payer: Person;
let session: string;
let programme: string;
/** Who applied, the first three of them with an offer, the first of those accepted. */
let applicants: { applicant: string; code: string; jamb: string; emailaddress: string; programme: string }[];

beforeAll(async () => {
  // A mail server that answers nobody: what is written waits, and can be counted.
  portal = await startPortal(inject("place"), { SMTP_URL: "smtp://127.0.0.1:1" });
  const { pool } = portal.app.portal;
  await manyApplications(pool, { count: APPLIED });
  const found = await pool.query(`select a.applicant, a.code, p.jamb, p.emailaddress, a.programme
    from portal.application a join portal.applicant p on p._id = a.applicant order by a.code`);
  applicants = found.rows;
  for (const { code } of applicants.slice(0, OFFERED))
    await releaseOffer(portal.app.portal, portalItself, { code, kind: 1 });
  // Of a payment that is not there: only who has accepted matters here.
  await pool.query(`begin; set local session_replication_role = replica;
    insert into portal.acceptance (application, applicant, programme, session, payment, paidon)
    select application, applicant, programme, session, gen_random_uuid(), now() from portal.offer
    where code = '${applicants[0]?.code}'; commit`);
  const wanted = await openProgramme(portal);
  ({ session, programme } = wanted);
  payer = await readyApplicant(portal, wanted);
  await verifiedPayment(portal, payer._id, wanted);
  await signedInApplicant(portal);
  officer = await staffMember(portal, { pages: ["notifications", "notifications.change", "applications"] });
}, 60_000);
afterAll(() => portal.stop());

const to = (audience: NotificationAudience, more: object = {}) => ({ audience, session, ...more });
const check = async (who: StaffMember, whom: object) =>
  (await who.post("/staff/ms_notification/check", { to: whom })).body;
const told = { title: "Screening begins", post: "Come on Monday.\n\nBring your slip.", channel: "Portal and e-mail" };
const send = (who: StaffMember, whom: object, count: number, more: object = {}) =>
  who.post("/staff/ms_notification", { ...told, to: whom, count, ...more });

/** Waits until a notification has reached everybody it is for. */
async function sent(id: string) {
  for (let tries = 0; ; tries += 1) {
    const { body } = await officer.get(`/staff/ms_notification/${id}`);
    if (body.state === "Sent" || tries === 200) return body;
    await new Promise((again) => setTimeout(again, 50));
  }
}
const tokens = new Map<string, string>();
/** The applicant with a living sign-in. */
async function signedInAs(owner: string): Promise<Caller> {
  const token = tokens.get(owner) ?? randomBytes(32).toString("base64url");
  if (!tokens.has(owner))
    await portal.db
      .insertInto("sign_in")
      .values({ token: hashToken(token), applicant: owner, endsAt: "2099-01-01T00:00:00Z", idle: "2 hours" })
      .execute();
  tokens.set(owner, token);
  return caller(portal, token);
}
const noticesOf = async (applicant: string): Promise<OwnNotice[]> =>
  (await (await signedInAs(applicant)).get("/ms_notification")).body;
const mailsTo = async (emailaddress = "") =>
  portal.db.selectFrom("outgoing_mail").select(["subject", "body"]).where("recipient", "=", emailaddress).execute();

test("each audience counts those that it says, and names five of them, and nothing is sent", async () => {
  const counts: [NotificationAudience, number, object?][] = [
    ["Everybody with an account", APPLIED + 2],
    ["Paid, not applied", 1],
    ["Applied", APPLIED],
    ["At a stage of the desk", APPLIED - OFFERED, { stages: ["Submitted", "Checked"] }],
    ["Offered a place", OFFERED],
    ["Offered, not accepted", OFFERED - 1],
    ["Accepted a place", 1],
  ];
  for (const [audience, count, more] of counts) {
    const found = await check(officer, to(audience, more));
    expect([audience, found.count, found.sample?.length]).toEqual([audience, count, Math.min(5, count)]);
  }
  const own = applicants.filter((one) => one.programme === applicants[0]?.programme).length;
  expect((await check(officer, to("Applied", { programmes: [applicants[0]?.programme] }))).count).toBe(own);
  expect(await portal.db.selectFrom("notification").select("_id").execute()).toEqual([]);
  expect(await mailsTo(payer.emailaddress)).toEqual([]);
});

test("one person is found by code, JAMB number and e-mail address, however they are spelt", async () => {
  const [one] = applicants;
  for (const words of [one?.code, one?.jamb.toLowerCase(), one?.emailaddress.toUpperCase()]) {
    const found = await check(officer, { audience: "One person", person: words });
    expect([found.count, found.sample]).toEqual([1, [expect.stringContaining(one?.jamb ?? "")]]);
  }
  const nobody = await check(officer, { audience: "One person", person: "2026" });
  expect([nobody.code, Object.keys(nobody.errors)]).toEqual(["person-not-found", ["to.person"]]);
});

test("whom it is for is said whole, and what is not there is named", async () => {
  const wrong: [object, string][] = [
    [{ audience: "Applied" }, "to.session"],
    [to("At a stage of the desk"), "to.stages"],
    [{ audience: "One person" }, "to.person"],
    [to("Applied", { session: "01900000-0000-7000-8000-000000000000" }), "to.session"],
    [to("Applied", { programmes: ["x"] }), "to.programmes"],
    [{ audience: "Everyone" }, "to.audience"],
  ];
  for (const [whom, field] of wrong) expect(Object.keys((await check(officer, whom)).errors)).toEqual([field]);
});

test("stages of the desk bring a warning, what is released brings none", async () => {
  expect((await check(officer, to("At a stage of the desk", { stages: ["Refused"] }))).warning).toContain(
    "nothing of them is released",
  );
  expect((await check(officer, to("Offered a place"))).warning).toBe(null);
});

test("stages are counted for whoever opens applications as far, and never with the own file", async () => {
  const whom = to("At a stage of the desk", { stages: ["Submitted"] });
  const clerk = await staffMember(portal, { pages: ["notifications", "notifications.change"] });
  const refused = await clerk.post("/staff/ms_notification/check", { to: whom });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    403,
    "page-not-permitted",
    expect.stringContaining("whoever opens Applications"),
  ]);
  expect((await send(clerk, whom, 5)).status).toBe(403);
  const rights = ["notifications", "notifications.change"] as const;
  const head = await headOf(portal, "BIO", [...rights, "applications"]);
  expect((await check(head, whom)).count).toBeGreaterThan(0);

  const before = (await check(officer, whom)).count;
  const last = applicants.at(-1);
  const called = (emailaddress = "") =>
    portal.db
      .updateTable("applicant")
      .set({ emailaddress })
      .where("_id", "=", last?.applicant ?? "")
      .execute();
  await called(officer.emailaddress);
  expect((await check(officer, whom)).count).toBe(before - 1);
  await called(last?.emailaddress);
});

test("what waited is stopped when its author may not send it any more, and the office hears of it", async () => {
  const author = await staffMember(portal, { pages: ["notifications", "notifications.change"], lastname: "Gone" });
  const soon = new Date(Date.now() + 600_000).toISOString();
  const { body } = await send(author, to("Paid, not applied"), 1, { sendAt: soon, title: "From who left" });
  await portal.db.updateTable("staff").set({ status: "Suspended" }).where("_id", "=", author._id).execute();
  await portal.app.portal.pool.query(`begin; set local session_replication_role = replica;
    update portal.notification set "sendAt" = now() where _id = '${body._id}'; commit`);
  await deliverNotification.run(portal.app, { notification: body._id });
  expect((await officer.get(`/staff/ms_notification/${body._id}`)).body).toMatchObject({
    state: "Stopped",
    people: 0,
    stopped: "Mrs Hauwa Gone, who wrote it, may not send it any more",
  });
  const told = (await mailsTo(officer.emailaddress)).map(({ subject }) => subject);
  expect(told).toContain("A notification was stopped: From who left");
  expect((await officer.post(`/staff/ms_notification/${body._id}/recall`, { reason: "Gone" })).body).toMatchObject({
    type: "error",
    code: "taken-back-already",
  });
});

test("everybody it is for gets one notice and one mail, and the office sees how many", async () => {
  const { body } = await send(officer, to("Applied"), APPLIED);
  expect(body).toMatchObject({ type: "success", message: `On its way to ${APPLIED} people` });
  expect(await sent(body._id)).toMatchObject({
    state: "Sent",
    people: APPLIED,
    counted: APPLIED,
    towhom: "Applied, 2026/2027",
  });
  for (const { applicant, emailaddress } of applicants) {
    expect((await noticesOf(applicant)).map(({ title, read }) => [title, read])).toEqual([[told.title, false]]);
    const mails = (await mailsTo(emailaddress)).filter(({ subject }) => subject.endsWith(told.title));
    expect(mails.map(({ body: text }) => text)).toEqual([expect.stringContaining("Bring your slip.")]);
  }
  expect(await noticesOf(payer._id)).toEqual([]);
  const { body: delivery } = await officer.get(`/staff/ms_notification/${body._id}/delivery`);
  expect(delivery).toMatchObject({
    read: 0,
    post: told.post,
    mails: { sent: 0, waiting: APPLIED, failed: 0, stopped: 0 },
  });
});

test("a notice that its reader had on the screen is read, once", async () => {
  const [, one] = applicants;
  const me = await signedInAs(one?.applicant ?? "");
  const [first] = await noticesOf(one?.applicant ?? "");
  const unread = async () => (await me.get("/ms_dashboard")).body.notices;
  expect(await unread()).toBe(1);
  for (let n = 0; n < 2; n += 1)
    expect((await me.post(`/ms_notification/${first?._id}/read`)).body.type).toBe("success");
  expect((await noticesOf(one?.applicant ?? "")).map(({ read }) => read)).toEqual([true]);
  expect(await unread()).toBe(0);
  expect((await officer.get(`/staff/ms_notification/${first?._id}/delivery`)).body.read).toBe(1);
});

test("what is typed as HTML is text, on the portal and in the mail", async () => {
  const post = `<script>alert(1)</script> <a href="javascript:alert(2)">x</a>`;
  const { body } = await send(officer, to("Paid, not applied"), 1, { post, title: "<b>Bold</b>" });
  await sent(body._id);
  expect(await noticesOf(payer._id)).toMatchObject([{ title: "<b>Bold</b>", post }]);
  expect((await mailsTo(payer.emailaddress)).at(-1)?.body).toContain(post);
});

test("another number than the one that is typed is refused with the true one, and repeating a command sends once", async () => {
  const refused = await send(officer, to("Applied"), APPLIED + 1);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    "count-changed",
    expect.stringContaining(`${APPLIED} people are meant now`),
  ]);
  const nobody = await send(officer, to("At a stage of the desk", { stages: ["Refused"] }), 1);
  expect([nobody.body.code, Object.keys(nobody.body.errors)]).toEqual(["nobody-meant", ["to.audience"]]);
  const command = { ...told, title: "Once", to: to("Paid, not applied"), count: 1 };
  const replies = await Promise.all(
    [1, 2, 3].map(() => officer.post("/staff/ms_notification", command, { "idempotency-key": "once" })),
  );
  expect(new Set(replies.map(({ body }) => body._id)).size).toBe(1);
  await sent(replies[0]?.body._id);
  expect((await noticesOf(payer._id)).filter(({ title }) => title === "Once")).toHaveLength(1);
});

test("what is kept for a minute goes when that has come, to those whom it is for by then", async () => {
  const over = await send(officer, to("Applied"), APPLIED, { sendAt: "2020-01-01T00:00:00Z" });
  expect([over.body.code, Object.keys(over.body.errors)]).toEqual(["time-is-over", ["sendAt"]]);
  const later = await send(officer, to("Applied"), APPLIED, { sendAt: "2099-01-01T00:00:00Z" });
  expect([later.body.code, Object.keys(later.body.errors)]).toEqual(["time-too-far", ["sendAt"]]);
  const soon = new Date(Date.now() + 1_500).toISOString();
  const { body } = await send(officer, to("Paid, not applied"), 1, { sendAt: soon, title: "Later" });
  expect((await officer.get(`/staff/ms_notification/${body._id}`)).body).toMatchObject({ state: "Waiting", people: 0 });
  const also = await readyApplicant(portal, { programme, session });
  await verifiedPayment(portal, also._id, { programme, session });
  expect(await sent(body._id)).toMatchObject({ people: 2 });
  expect(await noticesOf(also._id)).toHaveLength(1);
});

test("a recalled notification is hidden, its waiting mails are not sent, and the reason stays", async () => {
  const { body } = await send(officer, to("Offered a place"), OFFERED, { title: "Wrong day" });
  await sent(body._id);
  const [one] = applicants;
  const shown = async () => (await noticesOf(one?.applicant ?? "")).map(({ title }) => title);
  expect(await shown()).toContain("Wrong day");
  const path = `/staff/ms_notification/${body._id}/recall`;
  expect((await officer.post(path, { reason: "" })).status).toBe(500);
  expect((await officer.post(path, { reason: "The day was wrong" })).body.type).toBe("success");
  expect(await shown()).not.toContain("Wrong day");
  expect((await (await signedInAs(one?.applicant ?? "")).post(`/ms_notification/${body._id}/read`)).status).toBe(404);
  expect((await officer.get(`/staff/ms_notification/${body._id}/delivery`)).body.mails).toEqual({
    sent: 0,
    waiting: 0,
    failed: 0,
    stopped: OFFERED,
  });
  expect((await officer.get(`/staff/ms_notification/${body._id}`)).body).toMatchObject({
    state: "Recalled",
    recalled: "The day was wrong",
    recalledby: { _id: officer._id },
  });
  expect((await officer.post(path, { reason: "Again" })).body.type).toBe("error");
  const lines = await portal.db
    .selectFrom("audit")
    .select(["deed", "reason"])
    .where("subject", "=", `notification:${body._id}`)
    .orderBy("at")
    .execute();
  expect(lines.map(({ deed, reason }) => [deed, reason])).toEqual([
    ["notification.send", null],
    ["notification.deliver", null],
    ["notification.recall", "The day was wrong"],
  ]);
});

test("a head tells the department's own applicants, and sees and recalls what is the department's own", async () => {
  const head = await headOf(portal, "BIO", ["notifications", "notifications.change"]);
  const { rows } = await portal.app.portal.pool.query(`select count(*)::int as count from portal.application a
    join portal.programme p on p._id = a.programme join portal.department d on d._id = p.department where d.code = 'BIO'`);
  const own = rows[0].count;
  expect((await check(head, to("Applied"))).count).toBe(own);
  expect(own).toBeLessThan(APPLIED);
  expect((await head.post("/staff/ms_notification/check", { to: to("Everybody with an account") })).status).toBe(403);
  const elsewhere = applicants.find((one) => one.programme !== programme);
  const foreign = await portal.app.portal.pool.query(`select a.code, a.programme from portal.application a
    join portal.programme p on p._id = a.programme join portal.department d on d._id = p.department where d.code <> 'BIO' limit 1`);
  const beyond = { to: to("Applied", { programmes: [foreign.rows[0].programme] }) };
  expect([elsewhere === undefined, (await head.post("/staff/ms_notification/check", beyond)).status]).toEqual([
    false,
    403,
  ]);
  const stranger = await check(head, { audience: "One person", person: foreign.rows[0].code });
  expect(Object.keys(stranger.errors)).toEqual(["to.person"]);

  const { body } = await send(head, to("Applied"), own, { title: "Biology" });
  await sent(body._id);
  expect((await head.get("/staff/ms_notification")).body.list.map(({ title }: OwnNotice) => title)).toEqual([
    "Biology",
  ]);
  const others = (await officer.get("/staff/ms_notification")).body.list;
  const other = others.find(({ title }: OwnNotice) => title === told.title);
  expect((await head.post(`/staff/ms_notification/${other._id}/recall`, { reason: "Not mine" })).status).toBe(404);
  expect((await head.get(`/staff/ms_notification/${other._id}/delivery`)).status).toBe(404);
});

test.each([
  ["A\nBring your slip.", "A Bring your slip."],
  ["😀\nBring your slip.", "😀 Bring your slip."],
  [`${"a".repeat(118)}😀😀😀😀`, `${"a".repeat(118)}😀…`],
  ["Come on Monday.\nBring your slip.", "Come on Monday."],
])("a text alone, %j, is called by its first words", async (post, title) => {
  const { body } = await officer.post("/staff/ms_notification", { post });
  expect(body.type).toBe("success");
  expect((await officer.get("/staff/ms_notification?sort=-createdAt")).body.list[0].title).toBe(title);
});
