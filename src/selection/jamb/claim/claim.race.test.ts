import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { coded } from "../../../../testing/bursar.ts";
import { applicantWith, claimOf, importJambRows } from "../../../../testing/jamb-claim.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { withoutConstraint } from "../../../../testing/without-guard.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  const session = await coded(portal, "session", "2026");
  const rows = [1, 2, 3].map((nth) => ({ RG_NUM: number(nth) }));
  await importJambRows(portal, officer, session, rows);
});
afterAll(() => portal.stop());

const number = (nth: number) => `20262222${String(nth).padStart(4, "0")}AB`;
const right = "2004-02-29";

/** Two accounts, both mistyped at the registration, who know the secret of one number and claim it at once. */
async function twoAtOnce(nth: number) {
  const two = [await applicantWith(portal, number(nth * 100 + 1)), await applicantWith(portal, number(nth * 100 + 2))];
  const replies = await Promise.all(two.map((person) => claimOf(person, number(nth), right)));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from portal.jamb_claim where jamb = ${number(nth)}`.execute(portal.db);
  return { replies: replies.map(({ body }) => body.code ?? body.type).sort(), claims: rows[0]?.count };
}

test("one number is claimed by one of two who claim it at once", async () => {
  const { replies, claims } = await twoAtOnce(1);
  expect(claims).toBe(1);
  expect(replies).toEqual(["jamb-number-claimed", "success"]);
});

test("of ten guesses at once three are looked at", async () => {
  const stranger = await applicantWith(portal, number(90));
  const days = Array.from({ length: 10 }, (_, nth) => `2004-01-${String(nth + 1).padStart(2, "0")}`);
  const replies = await Promise.all(days.map((day) => claimOf(stranger, number(4), day)));
  const codes = replies.map(({ body }) => body.code).sort();
  expect(codes).toEqual([...Array(3).fill("claim-not-right"), ...Array(7).fill("claim-tries-used")]);
});

test("what stands fast is held by the database, whatever a program writes", async () => {
  const person = await applicantWith(portal, number(2));
  await granted(claimOf(person, number(2), right));
  const place = { stateoforigin: "Kano", lgaoforigin: "Dala", stateofresidence: "Kano", lgaofresidence: "Dala" };
  const bio = {
    ...{ applicant: person._id, firstname: "Amina", lastname: "Bello", middlename: "Musa", gender: "Female" },
    ...{ dateofbirth: right, maritalstatus: "Single", religion: "Islam", emailaddress: person.emailaddress },
    ...{ phonenumber: "2348031234567", homeaddress: "No. 4", qualification: "O-Level", ...place },
  };
  await expect(portal.db.insertInto("bio").values(bio).execute()).rejects.toMatchObject({ constraint: "bio_as_told" });
  await portal.db
    .insertInto("bio")
    .values({ ...bio, firstname: "Aisha" })
    .execute();
  const change = portal.db.updateTable("bio").set({ gender: "Male" }).where("applicant", "=", person._id);
  await expect(change.execute()).rejects.toMatchObject({ constraint: "bio_as_told" });
  const score = portal.db.updateTable("utme_result").set({ score: 400 }).where("applicant", "=", person._id);
  await expect(score.execute()).rejects.toMatchObject({ constraint: "utme_as_told" });
});

test("without the constraint of the claim and of the account, one number is two people's", async () => {
  await withoutConstraint(portal, "jamb_claim", "jamb_claim_number");
  await withoutConstraint(portal, "applicant", "applicant_jamb");
  const { claims, replies } = await twoAtOnce(3);
  expect([claims, replies]).toEqual([2, ["success", "success"]]);
});
