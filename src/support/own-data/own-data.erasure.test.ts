import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { tablesHolding } from "../../../testing/dump.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../../../testing/ready-applicant.ts";
import { staffMember } from "../../../testing/staff.ts";
import { sendFile, smallPdf } from "../../../testing/upload.ts";
import { signedIn } from "../../../testing/visitor.ts";
import { untilJobsRest } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";

const path = "/ms_applicant/own_data";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
}, 60_000);
afterAll(() => portal.stop());

/** Words that stand nowhere else. */
const referee = {
  firstname: "Zubairuddin",
  lastname: "Quadrinov",
  phonenumber: "0809 777 1234",
  homeaddress: "88 Xylophone Close, Minna",
};

test("after an erasure a dump of the database holds neither name, e-mail, phone, JAMB number nor a referee", async () => {
  const person = await signedIn(portal);
  const bystander = await signedIn(portal);
  await granted(
    person.put("/ms_applicant", { firstname: "Ngozichukwuka", lastname: "Okaforeze", phonenumber: "0807 654 3219" }),
  );
  await granted(person.post("/ms_applicant_referee", referee));
  const [added] = (await granted(person.get("/ms_applicant_referee"))).body;
  await granted(person.delete(`/ms_applicant_referee/${added._id}`));
  await granted(person.post("/ms_applicant_referee", referee));
  expect((await sendFile(portal, person, "document", smallPdf(), "slip.pdf")).status).toBe(200);
  const clerk = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  const view = { reason: "Ngozichukwuka Okaforeze asks why the referee is refused" };
  await granted(clerk.post(`/staff/ms_help_desk/${person._id}/see`, view));
  await untilJobsRest(portal);
  const words = [
    ...[person.emailaddress, person.jamb, "Ngozichukwuka", "Okaforeze", "2348076543219"],
    ...["Zubairuddin", "Quadrinov", "2348097771234", "Xylophone"],
  ];
  for (const word of words) expect([word, await tablesHolding(portal.db, word)]).not.toEqual([word, []]);

  const books = await totals();
  await granted(person.post(`${path}/erase`, { password: person.password, delete: "Delete" }));
  await portal.letters(person.emailaddress, 2);
  await untilJobsRest(portal);
  for (const word of words) expect([word, await tablesHolding(portal.db, word)]).toEqual([word, []]);
  expect(await totals()).toEqual(books);

  // What was done, and when, and by whom stays; the line itself changes in no other way.
  const { rows } = await sql<{ deed: string; after: unknown }>`select deed, after from portal.audit
    where actor = ${person._id} and after is not null order by at`.execute(portal.db);
  expect(rows.map(({ deed }) => deed)).toContain("referee.add");
  expect(new Set(rows.map(({ after }) => JSON.stringify(after)))).toEqual(new Set(['{"forgotten":true}']));
  await expect(sql`update portal.audit set deed = 'other'`.execute(portal.db)).rejects.toThrow("append-only");
  const standing = sql`update portal.audit set before = portal.forgotten(before), after = portal.forgotten(after), reason = null
    where subject = ${`applicant:${bystander._id}`}`;
  await expect(standing.execute(portal.db)).rejects.toThrow("append-only");
  await expect(sql`delete from portal.audit`.execute(portal.db)).rejects.toThrow("append-only");
});

test("an erasure and a submission at one moment: the account stays with all that the application relies on", async () => {
  const wanted = await openProgramme(portal);
  const clerk = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  for (let round = 0; round < 4; round += 1) {
    const person = await readyApplicant(portal, wanted);
    await portal.db.updateTable("applicant").set({ password: null }).where("_id", "=", person._id).execute();
    const { rrr } = await verifiedPayment(portal, person._id, wanted);
    const submit = () =>
      person.post("/ms_applications", { programme: wanted.programme, payment: rrr, type: "JAMB UTME" });
    const erase = () => person.post(`${path}/erase`, { delete: "Delete" });
    const [erased] = await Promise.all(round % 2 === 0 ? [erase(), submit()] : [submit().then(erase)]);
    expect(erased?.body).toMatchObject({ type: "success", erased: false });
    expect((await person.get("/ms_applications")).body).toHaveLength(1);

    // The office answers while the application is sent in: it finds either the papers or the application.
    const late = await readyApplicant(portal, wanted);
    await portal.db.updateTable("applicant").set({ password: null }).where("_id", "=", late._id).execute();
    const paid = await verifiedPayment(portal, late._id, wanted);
    await granted(late.post(`${path}/erase`, { delete: "Delete" }));
    const [sent] = await Promise.all([
      late.post("/ms_applications", { programme: wanted.programme, payment: paid.rrr, type: "JAMB UTME" }),
      clerk.post(`/staff/ms_help_desk/${late._id}/erasure`, { reason: "What nothing rests on goes" }),
    ]);
    const [referees, applied] = await Promise.all([
      late.get("/ms_applicant_referee"),
      portal.db.selectFrom("application").select("_id").where("applicant", "=", late._id).execute(),
    ]);
    expect([sent.body.type, applied.length, referees.body.length]).toEqual(
      sent.body.type === "success" ? ["success", 1, 2] : ["error", 0, 0],
    );
  }
});

/** What the ledger comes to, account by account. */
const totals = async () =>
  (
    await sql`select account, sum(amount_kobo)::text as kobo, count(*)::int as lines from portal.ledger_entry
      group by account order by account`.execute(portal.db)
  ).rows;
