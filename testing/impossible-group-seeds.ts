import { without } from "./impossible-student-seeds.ts";

/** How what should be impossible of a payment for a list could come about, by the name of the check that finds it. */
export const groupSeeds = {
  "list-not-its-lines": groupOf("Open", 200),
  "list-beside-its-payment": groupOf("Paid", 100),
  "line-beside-its-cover": [groupOf("Open", 100), groupLine("Covered", "gen_random_uuid()")],
  "list-beside-the-books": [
    groupOf("Paid", 100),
    groupLine("Covered", "gen_random_uuid()"),
    without("payment_reference", "payment_reference_grouppayment", "payment_reference_payer"),
    `update portal.payment_reference set grouppayment = (select _id from portal.group_payment), purpose = 'group-application'
      where purpose = 'application' and state = 'PAID'`,
  ],
};

/** A list of one over 100 kobo, as far as its one fee item says so. */
function groupOf(state: "Open" | "Paid", total_kobo: number): string {
  return `insert into portal.group_payment (_id, payername, payeremail, payerphone, purpose, session, "serviceID", count, total_kobo, items,
      lastday, state, madeby, "paidAt", named)
    select gen_random_uuid(), 'Lost', 'a@example.com', '2348035551234', 'application', s._id, '1', 1, ${total_kobo},
      '[{"amount_kobo": 100}]', current_date, '${state}', f._id, ${state === "Paid" ? "now()" : "null"}, ''
    from portal.session s, portal.staff f limit 1`;
}

function groupLine(standing: "Covered", cover: string): string {
  return `insert into portal.group_payment_line (_id, list, applicant, purpose, session, programme, amount_kobo, standing, cover)
    select gen_random_uuid(), g._id, a.applicant, 'application', a.session, a.programme, 100, '${standing}', ${cover}
    from portal.group_payment g, portal.application a limit 1`;
}
