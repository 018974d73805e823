import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { manyApplications } from "../../../testing/many-applications.ts";
import { payable } from "../../../testing/payable.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { insist, newRegistration, verificationOf } from "../../../testing/visitor.ts";
import { granted, type Walked, walk } from "../../../testing/walk.ts";

const path = "/staff/ms_help_desk";
const reason = "She stands at the counter with her ID card";

let portal: TestPortal;
let clerk: StaffMember;
let person: Walked;
let code: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  clerk = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  person = await walk(portal, 8_500_001);
  code = (await granted(person.get(`/ms_applications/${person.application}`))).body.code;
  await manyApplications(portal.app.portal.pool, { count: 60 });
}, 60_000);
beforeEach(async () => {
  await portal.db.deleteFrom("limits").execute();
});
afterAll(() => portal.stop());

const search = (q: string, who = clerk) => insist(() => who.get(`${path}?q=${encodeURIComponent(q)}`));
const foundBy = async (q: string) =>
  (await granted(search(q))).body.list.map(({ _id }: { _id: string }) => _id) as string[];
const help = (deed: string, body: object, who = clerk, of = person._id) => who.post(`${path}/${of}/${deed}`, body);

test("one box finds a person by whatever is known, however it is typed", async () => {
  const { registration } = person.person;
  const { firstname, lastname, emailaddress, jamb } = registration;
  const { phonenumber } = await portal.db
    .selectFrom("applicant")
    .select("phonenumber")
    .where("_id", "=", person._id)
    .executeTakeFirstOrThrow();
  const local = phonenumber.slice(3);
  const { rrr } = person;
  const typed = [
    emailaddress.toUpperCase(),
    emailaddress.split("@")[0] ?? "",
    ...[
      `0${local}`,
      local,
      `+234 ${local}`,
      `234${local}`,
      `0${local.slice(0, 3)}-${local.slice(3, 6)}-${local.slice(6)}`,
    ],
    ...[jamb, jamb.toLowerCase(), `${jamb.slice(0, 4)} ${jamb.slice(4)}`, ` ${jamb} `],
    ...[rrr, `${rrr.slice(0, 4)}-${rrr.slice(4, 8)}-${rrr.slice(8)}`, `${rrr.slice(0, 4)} ${rrr.slice(4)}`],
    ...[code, code.toLowerCase(), code.split("/").at(-1) ?? "", code.replace("-", "")],
    ...[`${lastname} ${firstname}`, `${firstname} ${lastname.slice(0, 3)}`],
  ];
  for (const q of typed) expect([q, await foundBy(q)]).toEqual([q, expect.arrayContaining([person._id])]);
});

test("a list shows no whole address and no whole number, twenty people at most, and says that there are more", async () => {
  const { body } = await granted(search("Bello"));
  const many = (await granted(search("example.com"))).body;
  expect([many.list.length, many.more]).toEqual([20, true]);
  expect(body.more).toBe(false);
  for (const one of [...body.list, ...many.list]) {
    expect(one.emailaddress).toMatch(/^.•••@/);
    expect(one.phonenumber).toMatch(/^0\d{3} ••• \d{4}$/);
  }
});

test("what is typed is taken by the letter, whatever it is", async () => {
  for (const q of ["%%%", "___", "'''", "\\\\\\", "(.*)+", "a'b; drop table portal.applicant", "\0\0\0abc", "١٢٣٤"])
    expect([q, await foundBy(q)]).toEqual([q, []]);
  expect(await foundBy("   ")).toEqual([]);
  for (const q of ["a", "ab", "a b"]) {
    const { status, body } = await search(q);
    expect([status, body.code, body.errors.q]).toEqual([
      500,
      "search-too-short",
      "Type at least three letters or digits of what you know",
    ]);
  }
  expect((await search("x".repeat(8_000))).body.list).toEqual([]);
  expect((await clerk.get(`${path}?q=abc&q=def`)).body).toEqual({ list: [], more: false });
});

test("a person's page tells what the person would, and neither password nor code", async () => {
  const stranger = newRegistration();
  await granted(clerk.post("/ms_applicant", stranger));
  const { code: verification, link } = await verificationOf(portal, stranger.emailaddress);
  const [unverified] = await foundBy(stranger.emailaddress);
  const told = (await granted(clerk.get(`${path}/${unverified}`))).body;
  expect(told.account).toMatchObject({ verifiedAt: null, hasPassword: true, signIns: 0, signedInAt: null });
  expect(told.mails).toMatchObject([
    { subject: "Your verification code for GCE Gurara", recipient: stranger.emailaddress },
  ]);
  for (const secret of [verification, link, "$argon2", stranger.password])
    expect(JSON.stringify(told)).not.toContain(secret);

  const { body } = await granted(clerk.get(`${path}/${person._id}`));
  expect(body.account).toMatchObject({ jamb: person.person.registration.jamb, signIns: 1 });
  expect(body.account.signedInAt).not.toBeNull();
  expect(body.own).toBe(false);
  const dashboard = (await person.get("/ms_dashboard")).body;
  expect(body.progress).toHaveLength(10);
  expect(body.progress[0]).toEqual({ title: "Parents (Guardians)", state: "Complete", hint: `${dashboard.ref} added` });
  expect(body.payments).toMatchObject([
    { rrr: person.rrr, state: "Paid", sentence: expect.stringContaining("verified") },
  ]);
  const [applied] = (await person.get("/ms_applications")).body;
  expect(body.applications).toMatchObject([{ code, stage: applied.stage, next: applied.next }]);
  expect(body.mails.length).toBeGreaterThan(2);
});

test("the provider is asked about a person's payment, and about nobody else's", async () => {
  const one = await payable(portal, "application");
  const { rrr, _id } = await one.make();
  const [found] = await foundBy(rrr);
  const asked = (of = found, payment = _id, who = clerk) => who.post(`${path}/${of}/payment/${payment}/ask`);
  const standing = async () => (await granted(clerk.get(`${path}/${found}`))).body.payments[0];
  expect(await standing()).toMatchObject({ state: "Not paid", open: true });
  const bank = sandboxControl(portal.sandbox);
  await bank.faultFor(rrr, "notify-none");
  await bank.pay(rrr);
  await tenSecondsLater(portal);
  expect((await asked(person._id)).status).toBe(404);
  expect((await asked(found, _id, await staffMember(portal, { pages: ["help-desk"] }))).status).toBe(403);
  expect((await asked()).body).toMatchObject({ type: "success", message: "It is Paid now" });
  expect((await asked()).body.message).toBe("Asked a moment ago. Try again in 10 seconds");
  expect(await standing()).toMatchObject({ state: "Paid", open: false });
  const lines = await portal.db
    .selectFrom("audit")
    .select("actor")
    .where("subject", "=", `payment:${_id}`)
    .where("deed", "=", "payment.requery")
    .execute();
  expect(lines.map(({ actor }) => actor)).toEqual([clerk._id, clerk._id]);
});

test("a code goes to who has not verified, and to nobody else", async () => {
  const stranger = newRegistration();
  await granted(clerk.post("/ms_applicant", stranger));
  const [id] = await foundBy(stranger.emailaddress);
  const { body } = await granted(help("code", { reason }, clerk, id));
  expect(body.message).toBe(`A new code is on its way to ${stranger.emailaddress}`);
  const letters = await portal.letters(stranger.emailaddress, 2);
  const [again] = /[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}/.exec(letters[1]?.text ?? "") ?? [];
  await granted(clerk.post("/ms_applicant/codeverify", { code: again }));
  expect((await help("code", { reason }, clerk, id)).body).toMatchObject({
    code: "already-verified",
    message: expect.stringMatching(/^This account was verified on .* needs no code$/),
  });
});

test("a question about a payment is passed on to the bursary, and its answer is read beside the payment", async () => {
  const one = await payable(portal, "application");
  const { _id, rrr } = await one.make();
  const bursar = await staffMember(portal, { pages: ["payment-exceptions", "payment-exceptions.change"] });
  const question = "They have paid at the bank and hold the teller.";
  const pass = (body: object, of = one.person._id, who = clerk) => who.post(`${path}/${of}/payment/${_id}/pass`, body);
  const passed = async () => (await granted(clerk.get(`${path}/${one.person._id}`))).body.payments[0].passed;
  expect(await passed()).toBe(null);
  expect((await pass({ reason: "Look" })).body.errors).toEqual({
    reason: "Say in a sentence what the bursary should look at",
  });
  expect((await pass({ reason: question }, person._id)).status).toBe(404);
  const onlyLooks = await staffMember(portal, { pages: ["help-desk"] });
  expect((await pass({ reason: question }, one.person._id, onlyLooks)).status).toBe(403);

  const twice = await Promise.all([pass({ reason: question }), pass({ reason: question })]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await passed()).toMatchObject({ answer: null, answeredAt: null });
  const { list } = (await granted(bursar.get(`/staff/ms_payment_exception?q=${rrr}`))).body;
  expect(list).toMatchObject([{ kind: "Asked at the help desk", said: expect.stringContaining(`: ${question}`) }]);

  const answer = { reason: "The bank has it under another reference" };
  await granted(bursar.post(`/staff/ms_payment_exception/${list[0]._id}/close`, answer));
  expect(await passed()).toMatchObject({ answer: answer.reason, answeredAt: expect.any(String) });
  await granted(pass({ reason: "The bank says that it has not" }));
  expect(await passed()).toMatchObject({ answer: null });
  const reopened = await bursar.post(`/staff/ms_payment_exception/${list[0]._id}/reopen`, answer);
  expect(reopened).toMatchObject({ status: 409, body: { code: "desk-asked-anew" } });
  const { history } = (await granted(clerk.get(`${path}/${one.person._id}`))).body;
  expect(history).toMatchObject([
    { deed: "Asked the bursary about a payment", reason: "The bank says that it has not" },
    { deed: "Asked the bursary about a payment", reason: question },
  ]);
});

test("a link for a new password goes to the address on file, three mails an hour whoever asks", async () => {
  const { emailaddress } = person.person.registration;
  await granted(help("password_link", { reason }));
  const letters = await portal.letters(emailaddress, 4);
  const link = letters.find(({ subject }) => subject === "Choose a new password for GCE Gurara");
  expect(link?.text).toMatch(/\/reset\/[\w-]{22}/);
  await granted(help("password_link", { reason }));
  await granted(help("password_link", { reason }));
  expect((await help("password_link", { reason })).status).toBe(429);
});

test("every sign-in of a person ends at once", async () => {
  const other = await signedInApplicant(portal);
  expect((await other.get("/ms_applicant/permit")).status).toBe(200);
  await granted(help("sign_out", { reason }, clerk, other._id));
  expect((await other.get("/ms_applicant/permit")).status).toBe(401);
});

test("every deed has a reason, which stands in the audit and on the person's page", async () => {
  const other = await signedInApplicant(portal);
  for (const body of [{}, { reason: "" }, { reason: "x" }, { reason: "x".repeat(501) }, { reason, password: "new" }])
    expect((await help("sign_out", body, clerk, other._id)).status).toBe(500);
  await granted(help("sign_out", { reason }, clerk, other._id));
  const { history } = (await clerk.get(`${path}/${other._id}`)).body;
  expect(history).toMatchObject([{ deed: "Signed out everywhere", by: "Mrs Hauwa Sani", reason }]);
});

test("nobody helps the own account, beyond the own right, or all day long", async () => {
  const applicant = await signedInApplicant(portal);
  const { emailaddress } = applicant;
  const both = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", both._id).execute();
  expect((await both.get(`${path}/${applicant._id}`)).body.own).toBe(true);
  const reader = await staffMember(portal, { pages: ["help-desk"] });
  const narrow = await staffMember(portal, { pages: ["help-desk", "help-desk.change"], scope: "department" });
  for (const who of [both, reader, narrow])
    for (const deed of ["code", "password_link", "sign_out", "address/withdraw"])
      expect([deed, (await help(deed, { reason }, who, applicant._id)).status]).toEqual([deed, 403]);
  for (const asked of [search("Bello", narrow), narrow.get(`${path}/${applicant._id}`)])
    expect((await asked).status).toBe(403);
  expect((await help("sign_out", { reason }, clerk, "01900000-0000-7000-8000-000000000000")).status).toBe(404);
  const counted = { key: `help-desk-deeds:${clerk._id}`, points: 60, expire: Date.now() + 3_600_000 };
  await portal.db.insertInto("limits").values(counted).execute();
  expect((await help("sign_out", { reason }, clerk, applicant._id)).status).toBe(429);
  const spent = { key: `help-desk-search:${clerk._id}`, points: 200, expire: Date.now() + 900_000 };
  await portal.db.insertInto("limits").values(spent).execute();
  expect([(await clerk.get(`${path}?q=Bello`)).status, (await clerk.get(`${path}/${applicant._id}`)).status]).toEqual([
    429, 429,
  ]);
});
