import { afterAll, beforeAll, inject, test } from "vitest";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { payer, tenSecondsLater } from "../testing/payer.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { granted } from "../testing/walk.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const path = "/staff/ms_group_payment";

test("a school pays for three applicants with one reference: seen, asked for, paid, used, and one place given on", {
  timeout: 240_000,
}, async () => {
  const { portal } = journey;
  const bank = sandboxControl(portal.sandbox);
  const people = [await payer(portal), await payer(portal), await payer(portal), await payer(portal)] as const;
  const jambs = await Promise.all(
    people.map(({ _id }) =>
      portal.db.selectFrom("applicant").select("jamb").where("_id", "=", _id).executeTakeFirstOrThrow(),
    ),
  );
  const { _id: programme } = await people[0].programme();
  const { code } = await portal.db
    .selectFrom("programme")
    .select("code")
    .where("_id", "=", programme)
    .executeTakeFirstOrThrow();
  const rows = jambs.map(({ jamb }) => `${jamb}, ${code}`);
  const cashier = await staffMember(portal, {
    firstname: "Bala",
    lastname: "Cashier",
    pages: ["group-payments", "group-payments.change"],
  });
  const one = await staffAt(journey, cashier);
  const looksRight = async (name: string) => {
    await settled(one.page);
    await expectAccessible(one.page, name);
    await lookAt(one.page, `group-payments-${name}`);
  };
  await one.opens("/staff/group-payments");
  await one.sees("Nobody pays for a list yet");
  await one.follows("New list");
  await one.fills({
    Payer: "St Mary's Secondary School, Minna",
    "Payer's email": "bursar@stmary.example",
    "Payer's phone": "0803 555 1234",
    Applicants: `${rows.slice(0, 3).join("\n")}\n202699999999ZZ, ${code}`,
  });
  await one.page.getByLabel("Fee", { exact: true }).selectOption("Application fee");
  await one.presses("Show what each costs");
  await one.sees("3 applicants, ₦7,500.00 in all", "No applicant has this JAMB number or application code");
  await looksRight("new");
  await one.presses("Make the reference over ₦7,500.00");
  await one.sees("Ask whether it is paid", "To be paid");
  await looksRight("to-pay");
  await one.follows("Request to pay");
  await one.sees("Reference (RRR)", "pays for all of them");
  await looksRight("request");
  const { rrr } = await portal.db
    .selectFrom("payment_reference")
    .select("rrr")
    .where("purpose", "=", "group-application")
    .executeTakeFirstOrThrow();
  await bank.faultFor(rrr ?? "", "notify-none");
  await bank.pay(rrr ?? "");
  await tenSecondsLater(portal);
  await one.follows("Back to the list");
  await one.presses("Ask whether it is paid");
  await one.sees("Paid, not used");
  await one.follows("Receipt");
  await one.sees("Receipt for a list", "For whom it was paid, as it stands today");
  await looksRight("receipt");
  await one.follows("Back to the list");

  const phone = await journey.person({ signedIn: people[0] });
  const { rrr: covered } = (await granted(people[0].post("/ms_application_fee", { programme }))).body;
  await phone.opens(`/application-receipt/${covered}`);
  await phone.sees(/paid by St Mary's Secondary School, Minna/);
  await lookAt(phone.page, "group-payments-own-paper");
  await phone.leaves();

  const { _id } = await portal.db.selectFrom("group_payment").select("_id").executeTakeFirstOrThrow();
  await one.opens(`/staff/group-payments/${_id}`);
  await one.sees("1 applicant used it.");
  await one.page
    .getByRole("button", { name: /^Give to another/ })
    .first()
    .click();
  const dialog = await one.inDialog(/^Give to another/);
  await one.fills({ Applicant: rows[3] ?? "", Reason: "The school asks for it" });
  await looksRight("exchange");
  await dialog.presses("Give to another");
  await one.sees("Given to another");
  await one.page.getByRole("button", { name: /^Free/ }).first().click();
  const freeing = await one.inDialog(/^Free/);
  await one.fills({ Reason: "Has withdrawn" });
  await freeing.presses("Free");
  await one.sees("is the payer's credit: give a freed line");
  await looksRight("one");
  const { lines } = (await granted(cashier.get(`${path}/${_id}/lines`))).body;
  await one.opens("/staff/group-payments");
  await looksRight("list");
  await one.leaves();
  if (lines.length !== 4) throw new Error("One line was given to another, and stays in the list's history");
});
