import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import type { Caller } from "./applicant.ts";
import { fivePoints } from "./five-points.ts";
import { tenSecondsLater } from "./payer.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { granted } from "./walk.ts";

interface PastMark {
  readonly course: string;
  readonly units: number;
  readonly total: number | null;
  readonly code?: string;
  readonly semester?: number;
}

/** Marks of before the portal, of the session of entry or another, put straight into the database. */
export async function pastMarks(
  { db }: TestPortal,
  student: string,
  marks: readonly PastMark[],
  session: string | null = null,
): Promise<void> {
  for (const { course, units, total, code = null, semester = 1 } of marks)
    await sql`insert into portal.past_mark (_id, student, session, semester, course, title, units, total, code)
      select ${newId()}, ${student}, coalesce((select o._id from portal.session o where o.code = ${session}), s.session), ${semester}, ${course}, ${`About ${course}`}, ${units}, ${total}, ${code}
      from portal.student s where s._id = ${student}`.execute(db);
}

/** Two semesters: 60 points over 14 units. */
export const twoSemesters: readonly PastMark[] = [
  { course: "EDU 111", units: 2, total: 72 },
  { course: "BIO 111", units: 3, total: 65 },
  { course: "CHE 111", units: 2, total: 38 },
  { course: "EDU 121", units: 2, total: 55, semester: 2 },
  { course: "BIO 121", units: 3, total: 81, semester: 2 },
  { course: "CHE 111", units: 2, total: 45, semester: 2 },
];

export interface TranscriptDesk {
  readonly maker: StaffMember;
  readonly signer: StaffMember;
  /** The service of which a transcript is made. */
  readonly service: string;
  /** A paid order of a student's, to a school. */
  paid(me: Orderer, note?: string): Promise<{ readonly order: string; readonly rrr: string }>;
  make(order: string, who?: StaffMember): ReturnType<StaffMember["post"]>;
  sign(order: string, who?: StaffMember): ReturnType<StaffMember["post"]>;
  /** A transcript that two people made and signed off. */
  signed(me: Orderer): Promise<string>;
}

/** A student who is signed in. */
type Orderer = Pick<Caller, "get" | "post">;

/** Who makes transcripts, who signs them off, and the service that students order. */
export async function transcriptDesk(portal: TestPortal): Promise<TranscriptDesk> {
  await fivePoints(portal);
  const maker = await staffMember(portal, {
    pages: [
      "transcripts",
      "transcripts.change",
      "service-orders",
      "service-orders.change",
      "holds",
      "holds.change",
      "other-services",
      "other-services.change",
    ],
  });
  const signer = await staffMember(portal, {
    pages: ["transcripts", "transcripts.approve"],
    firstname: "Musa",
    lastname: "Gana",
  });
  const form = {
    label: "Transcript for a school",
    description: "Your results, for a school",
    serviceid: "4430731",
    amount: 5_000,
    days: 7,
  };
  const asks = "Name, address and email address of the school";
  const { _id: service } = (
    await granted(maker.post("/staff/ms_other_service", { ...form, asks, kind: "Transcript", status: true }))
  ).body;
  const desk: TranscriptDesk = {
    ...{ maker, signer, service },
    async paid(me, note = "University of Ilorin, registry@unilorin.example") {
      const { _id } = (await granted(me.post("/student/service_order", { service, note }))).body;
      const { rrr } = (await granted(me.post(`/student/service_order/${_id}/pay`, {}))).body;
      await sandboxControl(portal.sandbox).payAnyway(rrr);
      await tenSecondsLater(portal);
      await granted(me.get(`/student/service_payment/${rrr}`));
      return { order: _id, rrr };
    },
    make: (order, who = maker) => who.post("/staff/ms_transcript", { order }),
    async sign(order, who = signer) {
      const { version } = (await granted(who.get(`/staff/ms_transcript/${order}/paper`))).body;
      return who.post(`/staff/ms_transcript/${order}/sign`, { seen: version });
    },
    async signed(me) {
      const { order } = await desk.paid(me);
      await granted(desk.make(order));
      await granted(desk.sign(order));
      return order;
    },
  };
  return desk;
}

/** The links in a mail to somebody, the newest first. */
export async function linkFor({ letters }: TestPortal, emailaddress: string): Promise<string> {
  const last = (await letters(emailaddress, 1)).at(-1);
  return /\/transcript\/([\w-]{43})/.exec(last?.text ?? "")?.[1] ?? "";
}
