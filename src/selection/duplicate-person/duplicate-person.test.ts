import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Payer, payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { findDuplicatePersons } from "./duplicate-person.job.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let second: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["duplicate-persons", "duplicate-persons.change"] as const;
  officer = await staffMember(portal, { pages, firstname: "Sani", lastname: "Garba" });
  second = await staffMember(portal, {
    pages: [...pages, "duplicate-persons.approve"],
    firstname: "Folake",
    lastname: "Adeyemi",
  });
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_duplicate_pair";
const find = () => findDuplicatePersons.run(portal.app);

/** Changes what two people are told apart by, as if it had been typed so. */
async function typed(
  person: Payer,
  said: { names?: [string, string]; born?: string; phone?: string; mail?: string; jamb?: string },
) {
  const [firstname, lastname] = said.names ?? [];
  await sql`update portal.bio set firstname = coalesce(${firstname ?? null}, firstname), lastname = coalesce(${lastname ?? null}, lastname),
    middlename = case when ${firstname ?? null}::text is null then middlename end,
    dateofbirth = coalesce(${said.born ?? null}::date, dateofbirth) where applicant = ${person._id}`.execute(portal.db);
  await sql`update portal.applicant set phonenumber = coalesce(${said.phone ?? null}, phonenumber),
    emailaddress = coalesce(${said.mail ?? null}, emailaddress), jamb = coalesce(${said.jamb ?? null}, jamb)
    where _id = ${person._id}`.execute(portal.db);
}

let made = 0;
/** Two accounts with the same names in another order and one day of birth. */
async function twice(): Promise<[Payer, Payer]> {
  made += 1;
  const [one, other] = [await payer(portal), await payer(portal)];
  const born = `1999-01-${String(made).padStart(2, "0")}`;
  const phone = (side: number) => `2348${String(made).padStart(2, "0")}${side}000000`;
  await typed(one, { phone: phone(1), names: [`Zainab${"abcdefghijklmnop"[made]}`, "Okonkwo"], born });
  await typed(other, { phone: phone(2), names: ["Okonkwo", `ZAINAB${"abcdefghijklmnop"[made]}`], born });
  await find();
  return [one, other];
}

async function pairOf({ _id: one }: Payer, { _id: other }: Payer) {
  const [first, last] = [one, other].toSorted();
  return portal.db
    .selectFrom("duplicate_pair")
    .selectAll()
    .where("one", "=", first ?? "")
    .where("other", "=", last ?? "")
    .executeTakeFirst();
}

const found = async (one: Payer, other: Payer) => (await pairOf(one, other))?._id ?? "";
const mailsTo = async ({ emailaddress }: { emailaddress: string }) =>
  (await portal.db.selectFrom("outgoing_mail").select("subject").where("recipient", "=", emailaddress).execute()).map(
    ({ subject }) => subject,
  );
const pay = async (person: Payer): Promise<string> => {
  const { rrr } = await person.reference();
  const bank = sandboxControl(portal.sandbox);
  await bank.faultFor(rrr, "notify-none");
  await bank.pay(rrr);
  await tenSecondsLater(portal);
  await granted(person.get(`/ms_application_fee/${rrr}`));
  return rrr;
};

describe("two accounts are found", () => {
  test("by names in another order with one date of birth, which is strong", async () => {
    const [one, other] = await twice();
    expect(await pairOf(one, other)).toMatchObject({ strength: "Strong", reasons: "Same names and date of birth" });
  });

  test("by a like name with one date of birth, and by names and phone, which is likely", async () => {
    const [one, other, third, fourth] = [
      await payer(portal),
      await payer(portal),
      await payer(portal),
      await payer(portal),
    ];
    await typed(one, { names: ["Chukwuemeka", "Nwosu"], born: "1998-05-05" });
    await typed(other, { names: ["Chukwemeka", "Nwosu"], born: "1998-05-05", phone: "2348039990009" });
    await typed(third, { names: ["Blessing", "Effiong"], phone: "2348039990001" });
    await typed(fourth, { names: ["Effiong", "Blessing"], phone: "2348039990001" });
    await find();
    expect(await pairOf(one, other)).toMatchObject({
      strength: "Likely",
      reasons: "Like names and the same date of birth",
    });
    expect(await pairOf(third, fourth)).toMatchObject({ strength: "Likely", reasons: "Same names and phone number" });
  });

  test("by the mailbox without dots and what stands behind a plus, and by the figures of the JAMB number", async () => {
    const [one, other] = [await payer(portal), await payer(portal)];
    await typed(one, { mail: "ngozi.obi@example.com", jamb: "87654321AB" });
    await typed(other, { mail: "Ngozi.o.bi+jamb@example.com", jamb: "87654321AC" });
    await find();
    expect(await pairOf(one, other)).toMatchObject({
      strength: "Strong",
      points: 80,
      reasons: "Same figures of the JAMB number; Same mailbox",
    });
  });

  test("by one examination number, however it was typed", async () => {
    const [one, other] = [await payer(portal), await payer(portal)];
    const sitting = { examinationtype: "WAEC", examinationcenter: "Centre", examinationyear: "2024" };
    await granted(one.post("/ms_applicant_sitting", { ...sitting, examinationnumber: "4250101001" }));
    await granted(other.post("/ms_applicant_sitting", { ...sitting, examinationnumber: "42501/01001" }));
    await find();
    expect(await pairOf(one, other)).toMatchObject({ strength: "Strong", reasons: "Same examination number" });
  });

  test("but not by a phone alone, as families share one, nor by a birthday alone", async () => {
    const [one, other] = [await payer(portal), await payer(portal)];
    await typed(one, { names: ["Ibrahim", "Yusuf"], phone: "2348039990002", born: "1997-07-07" });
    await typed(other, { names: ["Grace", "Adeleke"], phone: "2348039990002", born: "1997-07-07" });
    await find();
    expect(await pairOf(one, other)).toBeUndefined();
  });

  test("and one who corrects what was alike is found no more, while it is open", async () => {
    const [one, other] = await twice();
    await typed(other, { born: "1990-01-01", names: ["Musa", "Danjuma"] });
    await find();
    expect(await pairOf(one, other)).toBeUndefined();
  });
});

test("what are two people is kept with its reason, and is not opened by the next night", async () => {
  const [one, other] = await twice();
  const id = await found(one, other);
  await granted(officer.post(`${path}/${id}/different`, { reason: "Twins, both seen" }));
  await find();
  expect(await pairOf(one, other)).toMatchObject({
    state: "Different",
    reason: "Twins, both seen",
    decidedby: officer._id,
  });
  expect((await officer.post(`${path}/${id}/unlock`, { reason: "Nothing" })).status, "nothing is locked").toBe(409);
  await granted(officer.post(`${path}/${id}/reopen`, { reason: "Looked again" }));
  expect(
    (await granted(officer.get(`${path}?state=Open&q=${encodeURIComponent("zainab")}`))).body.list.length,
  ).toBeGreaterThan(0);
});

test("with a locked account nobody pays or applies: a sentence says why and where to go; the other goes on", async () => {
  const [one, other] = await twice();
  const paid = await pay(other);
  const id = await found(one, other);
  const bursar = await staffMember(portal, { pages: ["withdrawals"] });
  const { body } = await granted(officer.post(`${path}/${id}/lock`, { gone: other._id, reason: "Same face" }));
  expect(body.message).toContain("so has the bursary");
  const { _id: another } = await other.programme(1);
  const refused = await other.post("/ms_application_fee", { programme: another });
  expect(refused.body).toMatchObject({ type: "error", code: "account-locked" });
  expect(refused.body.message).toMatch(/What you have paid is safe\. Take your JAMB slip to the .+, .+, or call 0/);
  expect(await mailsTo(other)).toContainEqual(expect.stringContaining("your account is locked"));
  expect(await mailsTo(bursar)).toContainEqual(expect.stringContaining("an account with a payment was locked"));
  expect((await granted(other.get("/ms_application_fee"))).body).toMatchObject([{ trxcode: paid }]);
  await granted(one.post("/ms_application_fee", { programme: another }));
  await granted(officer.post(`${path}/${id}/unlock`, { reason: "Twins after all" }));
  await granted(other.post("/ms_application_fee", { programme: another }));
  expect(await mailsTo(other)).toContainEqual(expect.stringContaining("open again"));
});

test("an open reference of an account ends when it is locked", async () => {
  const [one, other] = await twice();
  await other.reference();
  await granted(officer.post(`${path}/${await found(one, other)}/lock`, { gone: other._id, reason: "Same face" }));
  expect((await granted(other.get("/ms_application_fee"))).body).toMatchObject([{ state: "CANCELLED" }]);
});

describe("a merge by two people", () => {
  const propose = (id: string, kept: Payer, who = officer) =>
    who.post(`${path}/${id}/merge`, { kept: kept._id, reason: "One face" });
  const versionOf = async (id: string) => (await granted(officer.get(`${path}/${id}/compare`))).body.version;
  const approve = async (id: string, who = second) =>
    who.post(`${path}/${id}/approve`, { seen: await versionOf(id), reason: "Seen both papers" });

  test("closes the account that goes, signs it out, tells both addresses, and can be taken back", async () => {
    const [one, other] = await twice();
    await pay(one);
    const id = await found(one, other);
    await granted(propose(id, one));
    expect((await approve(id, officer)).status, "nobody alone").toBe(403);
    await granted(approve(id));
    expect(await pairOf(one, other)).toMatchObject({ state: "Merged", kept: one._id, gone: other._id });
    expect((await other.get("/ms_applicant/permit")).status, "signed out").toBe(401);
    for (const person of [one, other])
      expect(await mailsTo(person)).toContainEqual(expect.stringContaining("one of your two"));
    await granted(second.post(`${path}/${id}/undo`, { reason: "Sisters" }));
    expect(await pairOf(one, other)).toMatchObject({ state: "Open", kept: null });
    expect(await portal.db.selectFrom("account_lock").selectAll().where("applicant", "=", other._id).execute()).toEqual(
      [],
    );
  });

  test("is refused the way in which what was paid would go, and where both have paid", async () => {
    const [one, other] = await twice();
    await pay(one);
    const id = await found(one, other);
    const refused = await propose(id, other);
    expect(refused.body).toMatchObject({ code: "merge-held-up" });
    expect(refused.body.message).toContain("Keep that one");
    await pay(other);
    expect((await propose(id, one)).body.message).toContain("Both have paid");
    expect((await granted(officer.get(`${path}/${id}/compare`))).body.one.paid).toHaveLength(1);
  });

  test("is refused when the account that goes has paid since it was proposed", async () => {
    const [one, other] = await twice();
    const id = await found(one, other);
    await granted(propose(id, one));
    await pay(other);
    expect((await approve(id)).body).toMatchObject({ code: "merge-held-up" });
    await granted(second.post(`${path}/${id}/decline`, { reason: "It has paid" }));
    expect(await pairOf(one, other)).toMatchObject({ state: "Open", kept: null });
  });

  test("of a locked account is declined back to locked", async () => {
    const [one, other] = await twice();
    const id = await found(one, other);
    await granted(officer.post(`${path}/${id}/lock`, { gone: other._id, reason: "Same face" }));
    expect((await propose(id, other)).body).toMatchObject({ errors: { kept: expect.stringContaining("locked") } });
    await granted(propose(id, one));
    await granted(officer.post(`${path}/${id}/withdraw`));
    expect(await pairOf(one, other)).toMatchObject({ state: "Locked", gone: other._id });
  });

  test("decided on unseen is refused", async () => {
    const [one, other] = await twice();
    const id = await found(one, other);
    await granted(propose(id, one));
    expect((await second.post(`${path}/${id}/approve`, { seen: 1, reason: "Blind" })).status).toBe(409);
  });
});
