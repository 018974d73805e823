import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { offered } from "../../../testing/offered-applicant.ts";
import { payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";
import { smallPdf } from "../../../testing/upload.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let cashier: StaffMember;
let bursar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
  const pages = ["fee-waivers", "fee-waivers.change"] as const;
  cashier = await staffMember(portal, { pages, firstname: "Sani", lastname: "Garba" });
  bursar = await staffMember(portal, {
    pages: [...pages, "fee-waivers.approve"],
    firstname: "Folake",
    lastname: "Adeyemi",
  });
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_fee_waiver";

type Payer = Awaited<ReturnType<typeof payer>>;

async function evidence(who: StaffMember): Promise<string> {
  const form = new FormData();
  form.append("document", new Blob([new Uint8Array(smallPdf())]), "letter.pdf");
  const headers = { cookie: who.cookie, origin: ownOrigin(portal) };
  const reply = await fetch(`${portal.url}/api${path}/evidence`, { method: "POST", headers, body: form });
  return ((await reply.json()) as { photo: { newname: string } }).photo.newname;
}

const jambOf = async ({ emailaddress }: { emailaddress: string }) =>
  (
    await portal.db
      .selectFrom("applicant")
      .select("jamb")
      .where("emailaddress", "=", emailaddress)
      .executeTakeFirstOrThrow()
  ).jamb;

async function proposed(
  people: readonly { emailaddress: string }[],
  more: Record<string, unknown> = {},
  who = cashier,
) {
  const applicants = (await Promise.all(people.map(jambOf))).join("\n");
  return who.post(path, {
    ...{ kind: "Waiver", purpose: "application", applicants, reason: "Decision of the Council", count: people.length },
    ...more,
    evidence: more.evidence ?? (await evidence(who)),
  });
}

/** A waiver that two people have agreed to; answers its `_id`. */
async function waived(
  people: readonly { emailaddress: string }[],
  more: Record<string, unknown> = {},
): Promise<string> {
  const { _id } = (await granted(proposed(people, more))).body;
  await granted(bursar.post(`${path}/${_id}/approve`, {}));
  return _id;
}

const moneyBooked = async () => {
  const { rows } = await portal.app.portal.pool.query("select count(*)::int as journals from portal.ledger_journal");
  return rows[0].journals;
};

describe("an applicant whose fee two people have waived", () => {
  test("asks for a reference and has a paid one over nothing, with a paper that says who waived it", async () => {
    const person = await payer(portal);
    await waived([person], { kind: "Sponsor", sponsor: "Kogi State" });
    const [before, asked] = [await moneyBooked(), (await bank.requests()).length];
    const made = await person.reference();
    expect(made).toMatchObject({ amount: 0, state: "PAID", rrr: expect.stringMatching(/^000\d{9}$/) });
    expect(made.message).toMatch(/^Nothing is to be paid\. Application fee of ₦2,500\.00: covered by Kogi State/);
    expect((await bank.requests()).length, "the provider hears nothing of it").toBe(asked);
    expect(await moneyBooked()).toBe(before);
    const auditor = await staffMember(portal, { pages: ["day-book"] });
    const { body: day } = await granted(auditor.get(`/staff/ms_day_book/${lagosToday()}`));
    expect(day.waived, "as waived, beside the book's own sums").toEqual({ count: 1, amount: 2500 });
    const { body } = await granted(person.get(`/ms_application_fee/receipt/${made.rrr}`));
    expect(body).toMatchObject({ RRR: made.rrr, find: { isverified: true, amount: 0 } });
    expect(JSON.stringify(body)).toContain(
      "Application fee of ₦2,500.00: covered by Kogi State, approved by Mrs Folake Adeyemi",
    );
    expect((await granted(person.get(new URL(body.genuine).pathname))).body).toMatchObject({
      valid: true,
      status: "Covered by Kogi State",
    });
    const { payeremail } = await portal.db
      .selectFrom("payment_reference")
      .select("payeremail")
      .where("rrr", "=", made.rrr)
      .executeTakeFirstOrThrow();
    const subjects = async (to: string) => (await portal.letters(to, 1)).map(({ subject }) => subject).join("; ");
    await expect.poll(() => subjects(person.emailaddress)).toContain("You need not pay the application fee");
    await expect.poll(() => subjects(payeremail)).toContain("is covered");
  });

  test("gives up an open reference for it; whoever pays that all the same has a credit", async () => {
    const person = await payer(portal);
    const { rrr: open } = await person.reference();
    await waived([person]);
    const { rrr } = await person.reference();
    const rows = (await granted(person.get("/ms_application_fee"))).body;
    expect(rows).toMatchObject([
      { rrr, state: "PAID" },
      { rrr: open, state: "CANCELLED" },
    ]);
    await bank.payAnyway(open);
    await tenSecondsLater(portal);
    expect((await granted(person.get(`/ms_application_fee/${open}`))).body).toMatchObject({
      state: "PAID",
      surplus: "second",
    });
  });

  test("uses it once, whoever presses at the same moment, and pays for a second programme", async () => {
    const person = await payer(portal);
    await waived([person]);
    const [first, second] = [await person.programme(0), await person.programme(1)];
    const wish = (programme: string) => person.post("/ms_application_fee", { programme });
    const replies = await Promise.all([wish(first._id), wish(first._id), wish(second._id)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const paid = replies.filter(({ body }) => body.state === "PAID");
    expect(paid.length).toBe(1);
    const { rows } = await portal.app.portal.pool.query(
      `select count(*)::int as used from portal.payment_reference p join portal.applicant a on a._id = p.applicant
       where a.emailaddress = $1 and p.waiver is not null`,
      [person.emailaddress],
    );
    expect(rows[0].used).toBe(1);
  });
});

test("an acceptance fee that is waived takes the place", async () => {
  const one = await offered(portal);
  const { emailaddress } = await portal.db
    .selectFrom("application")
    .innerJoin("applicant", "applicant._id", "application.applicant")
    .select("applicant.emailaddress")
    .where("application._id", "=", one.application)
    .executeTakeFirstOrThrow();
  await waived([{ emailaddress }], { purpose: "acceptance", kind: "Free place" });
  const { body } = await granted(one.post("/ms_acceptance_fee_rrr", { application: one.application }));
  expect(body.RRR).toMatch(/^000/);
  const taken = await portal.db
    .selectFrom("acceptance")
    .select("application")
    .where("application", "=", one.application)
    .execute();
  expect(taken.length).toBe(1);
});

describe("a list", () => {
  test("is told first: who is named, who is left out and why; nothing is written", async () => {
    const [one, waivedOne, paid] = [await payer(portal), await payer(portal), await payer(portal)];
    await waived([waivedOne]);
    const { rrr } = await paid.reference();
    await bank.pay(rrr);
    await tenSecondsLater(portal);
    await granted(paid.get(`/ms_application_fee/${rrr}`));
    const jambs = await Promise.all([one, waivedOne, paid].map(jambOf));
    const applicants = `${jambs[0]?.toLowerCase()}, Aisha\n${jambs[0]}\n${jambs[1]}\n${jambs[2]}\n202699999999ZZ`;
    const { body } = await granted(
      cashier.post(`${path}/check`, { kind: "Waiver", purpose: "application", applicants }),
    );
    expect(body.named).toMatchObject([{ jamb: jambs[0] }]);
    expect(body.leftOut).toMatchObject([
      { line: 2, why: "Named twice" },
      { line: 3, why: "The application fee is waived or proposed already" },
      { line: 4, why: "Has paid the application fee already" },
      { line: 5, why: "No applicant has this JAMB number or application code" },
    ]);
    expect((await proposed([one], { count: 3 })).status).toBe(409);
    expect((await proposed([one], { kind: "Sponsor" })).body.errors).toMatchObject({ sponsor: "Say who pays for it" });
  });

  test("is decided by a second person, and not by whom it concerns; declined, it can be proposed anew", async () => {
    const person: Payer = await payer(portal);
    const { _id } = (await granted(proposed([person], {}, bursar))).body;
    expect((await bursar.post(`${path}/${_id}/approve`, {})).status).toBe(403);
    expect((await cashier.post(`${path}/${_id}/approve`, {})).status).toBe(403);
    const own = await staffMember(portal, { pages: ["fee-waivers", "fee-waivers.change", "fee-waivers.approve"] });
    await portal.db
      .updateTable("staff")
      .set({ emailaddress: person.emailaddress })
      .where("_id", "=", own._id)
      .execute();
    expect(await own.post(`${path}/${_id}/approve`, {})).toMatchObject({ status: 403, body: { code: "own-file" } });
    await granted(bursar.post(`${path}/${_id}/withdraw`, {}));
    expect(await proposed([person], {}, own)).toMatchObject({ status: 403, body: { code: "own-file" } });
    await waived([person]);
  });

  test("is revoked for those who have not used it; who has, keeps it", async () => {
    const [user, late] = [await payer(portal), await payer(portal)];
    const _id = await waived([user, late]);
    await user.reference();
    const { body } = await granted(
      bursar.post(`${path}/${_id}/revoke`, { reason: "The council has thought better of it" }),
    );
    expect(body.message).toBe("Revoked. 1 applicant had used it before, which stays");
    expect(await late.reference()).toMatchObject({ state: "OPEN", amount: 2500 });
    const { body: file } = await granted(cashier.get(`${path}/${_id}/applicants`));
    expect(file.list.map(({ standing }: { standing: string }) => standing).sort()).toEqual(["Ended", "Used"]);
    expect((await bursar.post(`${path}/${_id}/revoke`, { reason: "Once more" })).status).toBe(409);
  });
});

test("no more free places are given than the college has set, whoever proposes at the same moment", async () => {
  const people = await Promise.all(Array.from({ length: 2 }, () => payer(portal)));
  const admin = await staffMember(portal, { pages: ["settings", "settings.change"] });
  await granted(admin.put("/staff/ms_setting/freePlaces", { value: 1 }));
  const evidences = await Promise.all([evidence(cashier), evidence(cashier)]);
  const both = await whileTableHeld(portal, "fee_waiver", 2, () =>
    Promise.all(evidences.map((paper, at) => proposed([people[at] as Payer], { kind: "Free place", evidence: paper }))),
  );
  expect(both.filter(({ body }) => body.type === "success").length).toBe(1);
  expect(both.find(({ body }) => body.type === "error")?.body.code).toBe("free-places-taken");
});
