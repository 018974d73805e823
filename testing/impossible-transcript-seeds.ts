import { student } from "./impossible-student-seeds.ts";

const ORDER = "01900000-0000-7000-8000-000000000c01";

/** An order of a transcript of the student, and another member of staff than the first. */
const orderOf = (
  state: string,
) => `insert into portal.service_order (_id, student, applicant, service, kind, label, amount_kobo, serviceid,
    days, programme, session, state, name)
  select '${ORDER}', s._id, gen_random_uuid(), gen_random_uuid(), 'Transcript', 'Lost', 100, '1', 1, p._id, one._id, '${state}', s.name
  from portal.student s, portal.programme p, portal.session one limit 1`;

const transcript = (given: Readonly<Record<string, string>>) => {
  const columns = {
    _id: "gen_random_uuid()",
    serviceorder: `'${ORDER}'`,
    student: "s._id",
    content: "'{}'",
    attempts: "'{}'",
    madeby: "gen_random_uuid()",
    ...given,
  };
  return `insert into portal.transcript (${Object.keys(columns).join(", ")})
    select ${Object.values(columns).join(", ")} from portal.student s limit 1`;
};

const noOrderPaid =
  "alter table portal.service_order drop constraint service_order_paid, drop constraint service_order_said";

/** What must never be of transcripts. */
export const transcriptSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "transcript-signed-by-one": [
    "alter table portal.transcript drop constraint transcript_two_people, drop constraint transcript_signed, drop constraint transcript_decided",
    student({}),
    orderOf("Ordered"),
    transcript({ state: "'Signed off'", madeby: `'${ORDER}'`, decidedby: `'${ORDER}'` }),
  ],
  "two-transcripts-of-an-order": [
    "drop index portal.transcript_one_standing",
    student({}),
    orderOf("Ordered"),
    transcript({}),
    transcript({}),
  ],
  "transcript-of-another": [student({}), orderOf("Ordered"), transcript({ student: "gen_random_uuid()" })],
  "transcript-beside-its-record": [
    student({}),
    orderOf("Ordered"),
    transcript({ attempts: "array[gen_random_uuid()]" }),
  ],
  "order-ready-without-transcript": [noOrderPaid, student({}), orderOf("Ready")],
  "transcript-without-audit": [student({}), orderOf("Ordered"), transcript({})],
};
