import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { MergePart, Noun, StudentStep } from "#console/noun/noun.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { everyOrder, isPaidFor, type MadeOrder } from "#registry/service-order/service-order.server.ts";
import { isOwnRecord, studentsOfAccount } from "#registry/student/student.server.ts";
import type { TranscriptContent, TranscriptPaper } from "./content/content.contract.ts";
import { sharesOf } from "./share/share.server.ts";
import { type OwnTranscript, type ReadTranscript, transcripts } from "./transcript.contract.ts";
import { isSignedOff, type TranscriptState } from "./transcript.rules.ts";
import { paperOf, type StoredTranscript, standingTranscript, whyStopped } from "./transcript.stored.server.ts";

export const transcriptRules: RecordRules<typeof transcripts> = {
  of: transcripts,
  table: "transcript_line",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnRecord(column("student"), member),
};

interface ReachedOrder extends Pick<MadeOrder, "_id" | "student" | "state" | "owedAt"> {
  readonly version: number;
}

/** An order as far as the officer's right reaches. 404 beyond it. */
async function reachedOrder(db: Database, who: Officer, id: string): Promise<ReachedOrder> {
  const { rows } = isId(id)
    ? await sql<ReachedOrder>`select t._id, t.student, o.state, o."owedAt", t.version
        from portal.transcript_line t join ${everyOrder()} o on o._id = t._id
        where t._id = ${id} and ${mayList(transcriptRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  const [order] = rows;
  if (!order) throw notFound();
  return order;
}

/** The transcript of an order as the office reads it. 404 beyond the officer's reach. */
export async function readFor(
  { portal: { db, config } }: FastifyInstance,
  who: Officer,
  id: string,
): Promise<ReadTranscript> {
  const order = await reachedOrder(db, who, id);
  const transcript = await standingTranscript(db, id);
  const [paper, stop, shares] = await Promise.all([
    transcript ? paperOf(db, config, transcript) : null,
    isPaidFor(order)
      ? whyStopped(db, order.student, transcript?.content.semesters).then((found) => found?.office ?? null)
      : UNPAID,
    sharesOf(db, id),
  ]);
  return { paper, version: transcript?.version ?? 0, stop, shares };
}

/** The signed document of an order, as the office hands it on. 404 beyond the officer's reach, and while nothing is signed off. Refuses what is kept back. */
export async function fileFor(
  db: Database,
  who: Officer,
  id: string,
): Promise<StoredTranscript & { readonly signed: string }> {
  await reachedOrder(db, who, id);
  return shownNow(db, await standingTranscript(db, id), "office");
}

/** One that is signed off and paid for, and that nothing keeps from being shown. */
async function shownNow(
  db: Database,
  transcript: StoredTranscript | undefined,
  to: "office" | "own",
): Promise<StoredTranscript & { readonly signed: string }> {
  if (!transcript || transcript.signed === null || !isSignedOff(transcript.state)) throw notFound();
  const unpaid = await whyUnpaid(db, transcript.serviceorder);
  const stop = unpaid ?? (await whyStopped(db, transcript.student, transcript.content.semesters))?.[to] ?? null;
  if (stop !== null) throw refuse("transcript-kept-back", `The transcript is not shown now. ${stop}`);
  return { ...transcript, signed: transcript.signed };
}

/** Null while the order stands as paid. */
async function whyUnpaid(db: Database, order: string): Promise<string | null> {
  const { rows } = await sql<Pick<MadeOrder, "state" | "owedAt">>`
    select o.state, o."owedAt" from ${everyOrder()} o where o._id = ${order}`.execute(db);
  return rows[0] && isPaidFor(rows[0]) ? null : UNPAID;
}

const UNPAID = "The order is not paid, or the bank took the payment back";

/** A student's own that is signed off. 404 for another's, and for one that nobody has signed off. Refuses what is kept back. */
export async function ownSigned(db: Database, student: string, id: string) {
  const found = isId(id) ? await standingTranscript(db, id) : undefined;
  if (found?.student !== student) throw notFound();
  return shownNow(db, found, "own");
}

/** The newest transcript of a student that is signed off, paid for and shown to its owner; null without one. */
async function newestPaperOf(app: FastifyInstance, student: string): Promise<TranscriptPaper | null> {
  const { db, config } = app.portal;
  const signed = (await ownTranscripts(db, student)).find(({ serial }) => serial !== null);
  return signed ? paperOf(db, config, await ownSigned(db, student, signed._id)) : null;
}

export const transcriptPapers: Noun["papers"] = {
  transcript: { right: "transcripts", read: async (app, { student }) => student && newestPaperOf(app, student._id) },
};

/** How far each order of a student's is: the one signed last first. */
export async function ownTranscripts(db: Database, student: string): Promise<OwnTranscript[]> {
  const { rows } = await sql<Omit<OwnTranscript, "shares">>`
    select o._id, t.serial, t."decidedAt" as "signedAt", exists (select from portal.transcript gone
        where gone.serviceorder = o._id and gone."supersededAt" is not null and gone.signed is not null) as superseded
    from ${everyOrder()} o left join portal.transcript t on t.serviceorder = o._id and t.signed is not null and t."supersededAt" is null
    where o.student = ${student} and o.kind = 'Transcript' order by t."decidedAt" desc nulls last, o._id desc`.execute(
    db,
  );
  return Promise.all(
    rows.map(async (one) => ({
      ...one,
      superseded: one.superseded && one.serial === null,
      shares: await sharesOf(db, one._id),
    })),
  );
}

interface Checked {
  readonly student: string;
  readonly serial: string;
  readonly state: TranscriptState;
  readonly content: TranscriptContent;
  readonly decidedAt: string | null;
  readonly supersededAt: string | null;
  readonly newer: string | null;
  readonly order: MadeOrder["state"];
  readonly owedAt: string | null;
}

/**
 * What the code of a transcript proves: what it says, and whether it still stands. Nothing of one that nobody signed off. While it is kept
 * back it is as genuine as before, and its figures are read by nobody, as those of a slip.
 */
export async function provesTranscript(db: Database, about: string) {
  const { rows } = isId(about)
    ? await sql<Checked>`select t.student, t.serial, t.state, t.content, t."decidedAt", t."supersededAt", o.state as "order", o."owedAt",
        (select later.serial from portal.transcript later where later.serviceorder = t.serviceorder and later.signed is not null
          and later."supersededAt" is null and later._id <> t._id) as newer
      from portal.transcript t join ${everyOrder()} o on o._id = t.serviceorder where t._id = ${about}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found || !isSignedOff(found.state)) return null;
  const { content, serial, decidedAt } = found;
  const why = voidBecause(found);
  const isKeptBack = (await whyStopped(db, found.student, content.semesters)) !== null;
  return {
    valid: why === null,
    name: content.student.name,
    programme: content.programme,
    session: content.entry.session,
    status: isKeptBack
      ? `${serial}. Its figures are not shown while the college keeps it back`
      : [serial, `CGPA ${content.cgpa}`, ...(content.passClass ? [content.passClass] : [])].join(", "),
    amount: null,
    date: decidedAt,
    why,
  };
}

function voidBecause({ supersededAt, newer, order, owedAt }: Checked): string | null {
  if (supersededAt !== null)
    return `The record that it shows was corrected on ${asDay(supersededAt)}, so it stands no more. ${newer ? `Ask for ${newer}` : "Ask the college for the newer one"}`;
  if (!isPaidFor({ state: order, owedAt })) return "The payment for this transcript was taken back";
  return null;
}

/** A paper of one's own that lies ready stands in the step of the orders; this one tells whoever has to wait again. */
export const supersededStep: StudentStep<{ readonly serial: string }> = {
  rank: 60,
  found: ({ student }) => sql`(select jsonb_build_object('serial', t.serial) from portal.transcript t
    where t.student = ${student} and t."supersededAt" > now() - interval '60 days' and t.signed is not null
      and not exists (select from portal.transcript newer where newer.serviceorder = t.serviceorder
        and newer.signed is not null and newer."supersededAt" is null)
    order by t."supersededAt" desc limit 1)`,
  say: ({ serial }) => ({
    sentence: `The record that your transcript ${serial} shows was corrected, so the college makes another one at no cost`,
    deed: "See your transcripts",
    link: "/student/transcripts",
  }),
};

/** That it was made, and what became of it. What it says is read under Transcripts alone, where nothing keeps it back. */
export const ownTranscriptRows: OwnRows = {
  name: "transcripts",
  tables: ["transcript", "transcript_share", "transcript_opening"],
  rows: (owner) =>
    sql`select to_jsonb(t) - '{madeby,decidedby,content,attempts,signed}'::text[] as row from portal.transcript t where t.student in (${studentsOfAccount(owner)})
      union all
      select to_jsonb(h) - 'token' - 'sharedby' from portal.transcript_share h where h.student in (${studentsOfAccount(owner)})
      union all
      select to_jsonb(n) from portal.transcript_opening n join portal.transcript_share h on h._id = n.share
        where h.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: (rows) => {
      const { length } = rows.filter((row) => "serial" in row);
      return length > 0 ? [`Your ${asCount(length, "transcript")}`] : [];
    },
    why: "Whoever was shown one can ask the college whether it is genuine",
  },
};

/** Transcripts go along with their orders, and what they say stays. */
export const transcriptMerge: MergePart = {
  tables: ["transcript", "transcript_share"],
  async plan(trx, { gone }) {
    const { rows } = await sql`select from portal.transcript t where t.student = ${gone._id}`.execute(trx);
    return {
      moves:
        rows.length > 0
          ? [
              `${asCount(rows.length, "transcript goes along", "transcripts go along")}, with the name and the marks that they were made with`,
            ]
          : [],
    };
  },
  async move({ trx, note }, { kept, gone }) {
    const { rows } = await sql`update portal.transcript set student = ${kept._id}, version = version + 1
      where student = ${gone._id} returning _id`.execute(trx);
    await sql`update portal.transcript_share set student = ${kept._id} where student = ${gone._id}`.execute(trx);
    if (rows.length > 0)
      note({
        deed: "transcript.go-along",
        subject: `student:${kept._id}`,
        after: { transcripts: rows.length, from: gone._id },
      });
  },
};

/** What waits for whoever makes, and for whoever signs off. */
export const linesIn = (state: "To make" | "Made") => (who: Pick<Officer, "scope" | "staff">) =>
  sql`select from portal.transcript_line t where t.state = ${state} and ${mayList(transcriptRules, who, columnsOf("t"))}`;
