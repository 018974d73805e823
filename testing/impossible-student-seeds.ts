/** The student who has an account leads to the one who has none, and nobody has approved it. */
const mergeStudents = `update portal.student set status = 'Merged', mergedinto = (
  select _id from portal.student where applicant is null limit 1) where applicant is not null`;

/** The same for students and what hangs on them; the portal has none of them before. */
export const studentSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "student-without-audit": student({}),
  "student-of-another": student({ emailaddress: "'another@example.com'" }),
  "invitation-stands-still": [
    student({}),
    `insert into portal.student_invitation (student, invitedby, "invitedAt")
      select _id, gen_random_uuid(), now() - interval '3 hours' from portal.student limit 1`,
  ],
  "two-students-one-number": [
    "drop index portal.student_living_jamb",
    student({ applicant: "null" }),
    student({ applicant: "null" }),
  ],
  "status-beside-its-change": [student({}), "update portal.student set status = 'Suspended'"],
  "status-changed-by-one": [
    without("status_change", "status_change_two_people"),
    student({}),
    statusChange("Approved", { decidedby: "p._id" }),
  ],
  "undone-by-nothing": [
    student({}),
    statusChange("Undone", { '"appliedAt"': "now()", '"endedAt"': "now()", decidedby: "gen_random_uuid()" }),
  ],
  "status-change-late": [student({}), statusChange("Approved", { decidedby: "gen_random_uuid()" })],
  "waived-beyond-charges": [
    student({}),
    adjustedBill("Proposed"),
    "insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason) select bill, 1, 'waiver', 'Lost', -1, 'Lost' from portal.bill_adjustment_line",
  ],
  "adjusted-by-one": [without("bill_adjustment", "bill_adjustment_two_people"), student({}), adjustedBill("Approved")],
  "line-beside-its-approval": [
    student({}),
    adjustedBill("Proposed"),
    "insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason) select bill, 1, 'change', 'Lost', 1, 'Lost' from portal.bill_adjustment_line",
  ],
  "late-charge-beside-its-approval": [
    student({}),
    `insert into portal.bill (_id, student, session, semester, programme, level, indigene, isnewstudent, "serviceID", instalments, billed_kobo)
      select '01900000-0000-7000-8000-000000000ad2', s._id, one._id, 1, p._id, 100, false, true, '1', '[]', 100
      from portal.student s, portal.session one, portal.programme p limit 1`,
    `insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason, staff, latecharge)
      select '01900000-0000-7000-8000-000000000ad2', 1, 'late', 'Lost', 100, 'Lost', f._id, gen_random_uuid() from portal.staff f limit 1`,
  ],
  "adjustment-half-done": [
    without("bill_adjustment", "bill_adjustment_two_people"),
    student({}),
    adjustedBill("Approved"),
  ],
  "sponsored-by-one": [without("sponsorship", "sponsorship_two_people"), sponsored("Approved")],
  "sponsorship-not-its-shares": sponsored("Proposed"),
  "sponsorship-beside-its-payment": [without("sponsorship", "sponsorship_two_people"), sponsored("Paid")],
  "share-counted-otherwise": [
    without("sponsorship", "sponsorship_two_people"),
    sponsored("Paid"),
    `insert into portal.sponsorship_share (_id, sponsorship, bill, student, amount_kobo, counted_kobo)
      select gen_random_uuid(), _id, gen_random_uuid(), gen_random_uuid(), 100, 100 from portal.sponsorship`,
  ],
  "sponsor-money-beside-bills": [
    without("payment_reference", "payment_reference_sponsorship", "payment_reference_payer"),
    `update portal.payment_reference set purpose = 'sponsorship' where purpose = 'application'`,
    "update portal.ledger_entry set account = 'tuition-fee' where account = 'application-fee'",
  ],
  "gap-in-matric-numbers": `insert into portal.matriculation_counter (_id, programme, session, given)
    select gen_random_uuid(), programme, session, 1 from portal.application limit 1`,
  "handed-over-to-another": [
    handOver(),
    handOverLine("Done"),
    student({}),
    "update portal.hand_over_line set student = (select _id from portal.student)",
  ],
  "hand-over-stands-still": [handOver(), handOverLine("Waiting"), `update portal.hand_over set "finishedAt" = now()`],
  "order-beside-its-payment": [student({}), serviceOrder("Paid", "(select _id from portal.payment_reference limit 1)")],
  "paid-order-not-made": [
    student({}),
    serviceOrder("Ordered", "null"),
    `update portal.payment_reference set purpose = 'service', serviceorder = (select _id from portal.service_order)
      where _id = (select _id from portal.payment_reference where state = 'PAID' and purpose = 'application' and surplus is null limit 1)`,
  ],
  "order-without-audit": [student({}), serviceOrder("Ordered", "null")],
  "two-valid-id-cards": [
    "drop index portal.id_card_one_valid",
    without("id_card", "id_card_one_of_order"),
    student({}),
    serviceOrder("Ordered", "null"),
    idCard("01900000-0000-7000-8000-0000000001d1"),
    idCard("01900000-0000-7000-8000-0000000001d2"),
  ],
  "id-card-without-payment": [
    student({}),
    serviceOrder("Ordered", "null"),
    idCard("01900000-0000-7000-8000-0000000001d1"),
  ],
  "id-card-without-audit": [
    student({}),
    serviceOrder("Ordered", "null"),
    idCard("01900000-0000-7000-8000-0000000001d1"),
  ],
  "loan-booked-by-one": [
    without("loan_booking", "loan_booking_two_people"),
    `insert into portal.loan_booking (_id, session, title, count, total_kobo, booked, done_kobo, credit_kobo, state, proposedby, decidedby,
        "decidedAt")
      select gen_random_uuid(), s._id, 'Lost', 1, 100, 0, 0, 0, 'Approved', p._id, p._id, now() from portal.session s, portal.staff p limit 1`,
  ],
  "loan-beside-its-lines": [
    without("student_loan", "student_loan_booked"),
    student({}),
    `insert into portal.student_loan (_id, student, session, amount_kobo, state)
      select gen_random_uuid(), t._id, s._id, 100, 'Booked' from portal.student t, portal.session s limit 1`,
  ],
  "list-signed-by-one": [
    without("outgoing_list", "outgoing_list_two_people"),
    outgoingList("'Signed off'", { decidedby: "p._id", '"decidedAt"': "now()" }),
  ],
  "list-beside-its-file": outgoingList("'Made'", {}),
  "list-beside-its-lines": outgoingList("'Made'", { people: "7" }),
  "answer-about-nobody-sent": [
    student({}),
    `insert into portal.matriculation_answer (_id, student, jamb, answer, day)
      select gen_random_uuid(), _id, '202600000000ZZ', 'Listed', current_date from portal.student limit 1`,
  ],
  "combination-half-decided": [student({}), combinationChange()],
  "combination-beside-student": [student({}), combinationChange()],
  "billed-for-another": [
    student({ programme: "(select programme from portal.application limit 1)" }),
    `insert into portal.bill (_id, student, session, semester, programme, level, indigene, isnewstudent, "serviceID", instalments,
        billed_kobo)
      select gen_random_uuid(), t._id, s._id, 1, p._id, 100, false, true, '1', '[{"share": 100, "due": "2026-01-31"}]', 100
      from portal.student t join portal.programme p on p._id <> t.programme, portal.session s limit 1`,
  ],
  "withdrawn-by-one": withdrawal("Proposed"),
  "withdrawn-beside-the-books": "update portal.payment_reference set withdrawn_kobo = 1 where state = 'PAID'",
  "moved-money-lost": withdrawal("Moved"),
  "hold-on-merged": [
    student({}),
    `insert into portal.hold (_id, student, name, kind, blocks, reason, office, placedby)
      select gen_random_uuid(), s._id, s.name, 'Other', array['papers'], 'Lost', 'Lost', gen_random_uuid()
      from portal.student s limit 1`,
    student({ applicant: "null", jamb: "null" }),
    mergeStudents,
  ],
  "merged-without-merge": [student({}), student({ applicant: "null", jamb: "null" }), mergeStudents],
};

/** A waiver of one kobo that somebody proposed for a bill of nobody's, or that the same person approved without doing it. */
function adjustedBill(state: "Proposed" | "Approved"): string {
  const decided = state === "Proposed" ? "null, null, null, null" : "f._id, now(), 0, 0";
  return `insert into portal.bill_adjustment (_id, kind, label, session, semester, amount_kobo, reason, about, count, total_kobo, named,
      state, proposedby, decidedby, "decidedAt", applied, refused)
    select '01900000-0000-7000-8000-000000000ad1', 'waiver', 'Lost', s._id, 1, -1, 'Lost', 'Lost', 1, -1, '', '${state}', f._id, ${decided}
    from portal.session s, portal.staff f limit 1;
    insert into portal.bill_adjustment_line (adjustment, bill, student, amount_kobo)
    select a._id, gen_random_uuid(), gen_random_uuid(), -1 from portal.bill_adjustment a`;
}

/** A change of combination that is in force, which nobody has decided and no record follows. */
function combinationChange(): string {
  return `insert into portal.combination_change (_id, student, name, fromprogramme, programme, fromdepartment, department, college,
      reason, state)
    select gen_random_uuid(), s._id, s.name, p._id, other._id, d._id, d._id, d.college, 'Lost', 'In force'
    from portal.student s, portal.programme p join portal.department d on d._id = p.department, portal.programme other
    where other._id <> p._id limit 1`;
}

/** What a sponsor pays for nobody, as it was proposed, approved or paid by one person. */
function sponsored(state: "Proposed" | "Approved" | "Paid"): string {
  const decided = state === "Proposed" ? "null, null" : "f._id, now()";
  const paid = state === "Paid" ? "100, now()" : "null, null";
  return `insert into portal.sponsorship (_id, sponsor, name, label, session, semester, "serviceID", count, total_kobo, reason, named,
      state, proposedby, decidedby, "decidedAt", counted_kobo, "paidAt")
    select gen_random_uuid(), gen_random_uuid(), 'Lost', 'Lost', s._id, 1, '1', 1, 100, 'Lost', '', '${state}', f._id, ${decided}, ${paid}
    from portal.session s, portal.staff f limit 1`;
}

function serviceOrder(state: "Ordered" | "Paid", payment: string): string {
  return `insert into portal.service_order (_id, student, applicant, service, label, amount_kobo, serviceid, days, programme, session,
      state, payment, dueon, name)
    select gen_random_uuid(), s._id, s.applicant, gen_random_uuid(), 'Lost', 1, '1', 1, a.programme, a.session,
      '${state}', ${payment}, ${payment === "null" ? "null" : "now()"}, s.name
    from portal.student s, portal.application a limit 1`;
}

/** A card that is issued of an order that nobody paid. */
function idCard(_id: string): string {
  return `insert into portal.id_card (_id, serviceorder, student, number, state, photo, decidedby, issuedby, "issuedAt", validuntil)
    select '${_id}', o._id, o.student, '10000000000' || right('${_id}', 1), 'Issued', gen_random_uuid(), f._id, f._id, now(), current_date
    from portal.service_order o, portal.staff f limit 1`;
}

/** A list that leaves, without lines and without its file. */
function outgoingList(state: string, given: Readonly<Record<string, string>>): string {
  const columns = {
    ...{
      _id: "gen_random_uuid()",
      kind: "'Enrolment'",
      session: "s._id",
      edition: "1",
      title: "'Lost'",
      people: "0",
      held: "0",
    },
    ...{ filename: "'lost.csv'", bytes: "1", digest: "repeat('0', 64)", state, madeby: "p._id", ...given },
  };
  return `insert into portal.outgoing_list (${Object.keys(columns).join(", ")})
    select ${Object.values(columns).join(", ")} from portal.session s, portal.staff p limit 1`;
}

/** Money of a payment that nobody noted down. */
function withdrawal(state: "Proposed" | "Moved"): string {
  const done = state === "Moved";
  return `${without("withdrawal", "withdrawal_goes_where", "withdrawal_two_people", "withdrawal_decided")};
    insert into portal.withdrawal (_id, payment, kind, amount_kobo, state, proposedby, decidedby, payer, jamb, matric, purpose, applicant)
    select gen_random_uuid(), p._id, '${done ? "Move" : "Refund"}', 1, '${state}', gen_random_uuid(), ${done ? "gen_random_uuid()" : "null"},
      'Lost', '', '', p.purpose, p.applicant from portal.payment_reference p limit 1`;
}

function handOver(): string {
  return "insert into portal.hand_over (_id, orderedby, people) select gen_random_uuid(), _id, 1 from portal.staff limit 1";
}

function handOverLine(state: "Waiting" | "Done"): string {
  return `${without("hand_over_line", "hand_over_line_student_is_known")};
    insert into portal.hand_over_line (_id, handover, application, applicant, programme, session, code, name, jamb, state, "decidedAt", place)
    select gen_random_uuid(), h._id, a._id, a.applicant, a.programme, a.session, a.code, 'Lost', '1', '${state}',
      ${state === "Waiting" ? "null" : "now()"}, 0 from portal.hand_over h, portal.application a limit 1`;
}

/** A student that is the first applicant, but for what is told. */
export function student(given: Readonly<Record<string, string>>): string {
  const columns = {
    _id: "gen_random_uuid()",
    applicant: "_id",
    jamb: "jamb",
    firstname: "firstname",
    lastname: "lastname",
    emailaddress: "emailaddress",
    phonenumber: "phonenumber",
    ...given,
  };
  return `insert into portal.student (${Object.keys(columns).join(", ")})
    select ${Object.values(columns).join(", ")} from portal.applicant order by _id limit 1`;
}

/** A change of a student's status that a member of staff proposed for a day of last week. */
function statusChange(state: string, given: Readonly<Record<string, string>>): string {
  const columns = {
    ...{ _id: "gen_random_uuid()", student: "s._id", name: "s.name", fromstatus: "'Active'", status: "'Active'" },
    ...{ kind: "'Other'", reason: "'Lost'", effective: "current_date - 7", state: `'${state}'`, proposedby: "p._id" },
    ...{ '"decidedAt"': "now()", ...given },
  };
  return `insert into portal.status_change (${Object.keys(columns).join(", ")})
    select ${Object.values(columns).join(", ")} from portal.student s, portal.staff p limit 1`;
}

export function without(table: string, ...constraints: readonly string[]): string {
  return constraints.map((name) => `alter table portal.${table} drop constraint ${name} cascade`).join("; ");
}
