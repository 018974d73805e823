import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { keyForm } from "../../../testing/api-key.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { sendStaffDigests } from "./staff-mail.job.server.ts";
import { postStaffMail } from "./staff-mail.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_staff_mail";
const approver = () => staffMember(portal, { pages: ["api-keys", "api-keys.approve"] });
const bursar = () => staffMember(portal, { pages: ["withdrawals", "texts"] });
const tell = ({ emailaddress }: StaffMember, subject: string) =>
  portal.db
    .transaction()
    .execute((trx) =>
      postStaffMail(trx, "locked-payment", { recipient: emailaddress, subject, text: `${subject}: text` }),
    );
const mailsTo = async ({ emailaddress }: StaffMember) =>
  (await portal.db.selectFrom("outgoing_mail").select("subject").where("recipient", "=", emailaddress).execute()).map(
    ({ subject }) => subject,
  );
const choose = (who: StaffMember, way: string, kind = "locked-payment") => who.put(path, { kind, way });

test("everybody chooses among the mails that come by the own rights; until then each comes at once", async () => {
  const who = await bursar();
  expect((await granted(who.get(path))).body).toEqual([
    { kind: "locked-payment", what: "An applicant's account that has paid was locked", way: "At once" },
    { kind: "sms-ceiling", what: "Today's SMS have reached what a day may cost", way: "At once" },
  ]);
  await tell(who, "At once");
  expect(await mailsTo(who)).toEqual(["At once"]);
  expect((await granted((await staffMember(portal)).get(path))).body).toEqual([]);
});

test("what is not wanted is not sent, and another's choice is another's", async () => {
  const [who, colleague] = [await bursar(), await bursar()];
  await granted(choose(who, "Never"));
  for (const one of [who, colleague]) await tell(one, "Locked");
  expect(await mailsTo(who)).toEqual([]);
  expect(await mailsTo(colleague)).toEqual(["Locked"]);
  await granted(choose(who, "At once"));
  await tell(who, "Again");
  expect(await mailsTo(who)).toEqual(["Again"]);
});

test("the mails of a day come in one, once, in their order, and not to who has gone", async () => {
  const [who, gone] = [await bursar(), await bursar()];
  for (const one of [who, gone]) await granted(choose(one, "Daily"));
  for (const subject of ["First", "Second"]) await tell(who, subject);
  await tell(gone, "For nobody");
  expect(await mailsTo(who)).toEqual([]);
  await portal.db.updateTable("staff").set({ status: "Left" }).where("_id", "=", gone._id).execute();
  await Promise.all([sendStaffDigests.run(portal.app), sendStaffDigests.run(portal.app)]);
  const [letter] = await portal.letters(who.emailaddress, 1);
  expect(letter?.text).toMatch(/First\s+First: text[\s\S]+Second\s+Second: text[\s\S]+staff\/account/);
  expect(await mailsTo(who)).toHaveLength(1);
  expect(await mailsTo(gone)).toEqual([]);
  await sendStaffDigests.run(portal.app);
  expect(await mailsTo(who)).toHaveLength(1);
});

test("a kind or a way that is none is refused", async () => {
  const who = await bursar();
  expect((await choose(who, "Weekly")).status).toBe(500);
  expect((await choose(who, "Never", "password-changed")).body.errors).toMatchObject({ kind: expect.any(String) });
});

test("who may approve something reads of a proposal only by choice, in the mail of the day, and never of the own one", async () => {
  const proposer = await staffMember(portal, { pages: ["api-keys", "api-keys.change", "api-keys.approve"] });
  const [wanting, other] = [await approver(), await approver()];
  const kind = "proposal-waits";
  expect((await granted(other.get(path))).body).toContainEqual(expect.objectContaining({ kind, way: "Never" }));
  expect(JSON.stringify((await granted((await bursar()).get(path))).body)).not.toContain(kind);
  for (const one of [wanting, proposer]) await granted(choose(one, "Daily", kind));
  await granted(proposer.post("/staff/ms_api_key", keyForm(["offers"])));
  await sendStaffDigests.run(portal.app);
  const [letter] = await portal.letters(wanting.emailaddress, 1);
  expect(letter?.text).toContain("has proposed something that you may approve");
  expect(letter?.text).toContain("/staff/dashboard");
  expect(await mailsTo(other)).toEqual([]);
  expect(await mailsTo(proposer)).toEqual([]);
});
