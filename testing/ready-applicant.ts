import { randomBytes, randomInt } from "node:crypto";
import { bookCredit, bookIncome } from "../src/payments/payment-reference/ledger/ledger.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { type Person, signedInApplicant } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";

const place = {
  stateoforigin: "Kano",
  lgaoforigin: "Dala",
  stateofresidence: "Niger",
  lgaofresidence: "Chanchaga",
  homeaddress: "No. 4, Bello Street, Minna",
};
const subjects = ["English Language", "Mathematics", "Biology", "Chemistry", "Physics"];

/** A programme that takes applicants, and the session that admits. `nth` tells several apart. */
export async function openProgramme(portal: TestPortal, nth = 0): Promise<{ programme: string; session: string }> {
  const admitting = await portal.db
    .selectFrom("session")
    .select("_id")
    .where("admission", "=", true)
    .executeTakeFirst();
  const open = portal.db.selectFrom("programme").select("_id").where("admits", "=", true).orderBy("code");
  const programme = await open.offset(nth).limit(1).executeTakeFirstOrThrow();
  return { programme: programme._id, session: admitting?._id ?? "" };
}

/** A signed-in applicant with everything an application needs, put straight into the database, but for the payment. */
export async function readyApplicant(
  portal: TestPortal,
  wanted: { programme: string; session: string },
): Promise<Person> {
  const person = await signedInApplicant(portal);
  const { db } = portal;
  const [applicant, name] = [person._id, { firstname: "Aisha", lastname: "Bello", phonenumber: "2348031234567" }];
  const referee = { applicant, ...name, homeaddress: place.homeaddress };
  await db
    .insertInto("referee")
    .values([1, 2].map((at) => ({ ...referee, _id: newId(), place: at })))
    .execute();
  const { emailaddress } = person;
  const born = { gender: "Female", religion: "Muslim", maritalstatus: "Single", dateofbirth: "2007-03-27" };
  await db
    .insertInto("bio")
    .values({ applicant, ...name, ...born, ...place, emailaddress, qualification: "Secondary/O-Level Certificate" })
    .execute();
  const examination = newId();
  const sat = { examinationtype: "WAEC", examinationcenter: "GSS Minna", examinationyear: "2024" };
  await db
    .insertInto("olevel_sitting")
    .values({ _id: examination, applicant, slot: 1, ...sat, examinationnumber: "4123456789" })
    .execute();
  await db
    .insertInto("olevel_result")
    .values(
      subjects.map((subject, n) => ({ _id: newId(), applicant, examination, subject, scored: "B3", place: n + 1 })),
    )
    .execute();
  await uploadEverything(portal, applicant, wanted);
  return person;
}

async function uploadEverything(portal: TestPortal, applicant: string, wanted: { programme: string; session: string }) {
  const asked = await portal.db
    .selectFrom("admission_requirement")
    .select("_id")
    .where("programme", "=", wanted.programme)
    .where("session", "=", wanted.session)
    .where("required", "=", true)
    .execute();
  for (const { _id: requirement } of asked) {
    const file = (await storedDocument(portal, applicant))._id;
    await portal.db.insertInto("requirement_upload").values({ applicant, requirement, file }).execute();
  }
}

/** A document as the uploads call would have kept it; its contents are nowhere. */
export async function storedDocument(portal: TestPortal, owner: string): Promise<{ _id: string; newname: string }> {
  const [_id, newname] = [newId(), `${randomBytes(16).toString("hex")}.pdf`];
  const file = { kind: "document" as const, mediatype: "application/pdf", bytes: 4, sha256: randomBytes(32) };
  await portal.db
    .insertInto("stored_file")
    .values({ _id, newname, owner, ...file })
    .execute();
  return { _id, newname };
}

/** A payment reference that is open, through the steps that the database demands. */
export async function openReference(
  portal: TestPortal,
  applicant: string,
  wanted: { programme: string; session: string },
): Promise<{ _id: string; rrr: string }> {
  const { db } = portal;
  const [_id, rrr] = [newId(), String(randomInt(100_000_000_000, 999_999_999_999))];
  await db
    .insertInto("payment_reference")
    .values({
      _id,
      applicant,
      purpose: "application",
      ...wanted,
      orderid: randomBytes(16).toString("hex"),
      servicetypeid: "4430731",
      amount_kobo: 250_000,
      items: JSON.stringify([{ name: "Application form", amount_kobo: 250_000 }]),
      payername: "Aisha Bello",
      payeremail: "aisha@example.com",
      payerphone: "2348031234567",
      description: "Application fee",
      endsAt: "2099-01-01T00:00:00Z",
    })
    .execute();
  const own = db.updateTable("payment_reference").where("_id", "=", _id);
  await own.set({ state: "REQUESTING" }).execute();
  await own.set({ state: "OPEN", rrr }).execute();
  return { _id, rrr };
}

/** A verified payment that no application has used; beside an earlier one for the same it is surplus. */
export async function verifiedPayment(
  portal: TestPortal,
  applicant: string,
  wanted: { programme: string; session: string },
): Promise<{ _id: string; rrr: string }> {
  const made = await openReference(portal, applicant, wanted);
  const own = portal.db.updateTable("payment_reference").where("_id", "=", made._id);
  const { orderid } = await portal.db
    .selectFrom("payment_reference")
    .select("orderid")
    .where("_id", "=", made._id)
    .executeTakeFirstOrThrow();
  const evidence = newId();
  await portal.db
    .insertInto("payment_event")
    .values({
      _id: evidence,
      payment: made._id,
      kind: "paid",
      code: "00",
      rrr: made.rrr,
      orderid,
      amount_kobo: 250_000,
    })
    .execute();
  const earlier = await portal.db
    .selectFrom("payment_reference")
    .select("_id")
    .where("applicant", "=", applicant)
    .where("programme", "=", wanted.programme)
    .where("session", "=", wanted.session)
    .where("state", "=", "PAID")
    .executeTakeFirst();
  const surplus = earlier ? "second" : null;
  await own.set({ state: "PAID", evidence, verifiedAt: new Date().toISOString(), surplus }).execute();
  const paid = { _id: made._id, amount_kobo: 250_000 };
  await portal.db
    .transaction()
    .execute((trx) => (surplus ? bookCredit(trx, paid) : bookIncome(trx, paid, "application-fee", 0)));
  return made;
}
