import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { writeDownExport } from "#console/export/export.server.ts";
import type { MergePart, Noun, StudentStep } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { studentsFound, summaryOf } from "../student/student.server.ts";
import { student } from "../student-sign-in/student-sign-in.server.ts";
import { matriculationAnswerRules } from "./answer/answer.server.ts";
import { makeListJob } from "./make/make.job.server.ts";
import { orderList, previewOf, requireListable } from "./make/make.server.ts";
import {
  nationalDue,
  nationalOf,
  returnedByJamb,
  returnedStep,
  sendAgain,
  termsOf,
} from "./national/national.server.ts";
import {
  checkList,
  declineList,
  makeList,
  outgoingListLines,
  outgoingLists,
  readListFile,
  readListPaper,
  readListTerms,
  readMovedSince,
  readNational,
  readOwnNational,
  signListOff,
  withdrawList,
} from "./outgoing-list.contract.ts";
import { beingMade, fileOfList, paperOfList } from "./outgoing-list.file.server.ts";
import { impossibleLists, ownLists } from "./outgoing-list.impossible.server.ts";
import { movedSince } from "./outgoing-list.moved.server.ts";
import { inOwnWords, kindRules, type ListKind, type ListState, listSteps } from "./outgoing-list.rules.ts";

export { addListRows } from "./make/make.rows.server.ts";
export { listedByJamb, nationalOf } from "./national/national.server.ts";

/** What JAMB answered last about each student, as a part of a larger query: rows of `student, answer, reason`. */
export const nationalAnswers = (): RawBuilder<unknown> =>
  sql`(select said.student, said.answer, said.reason from portal.matriculation_answer said)`;

const listRules: RecordRules<typeof outgoingLists> = {
  of: outgoingLists,
  table: "outgoing_list",
  within: wholeCollege,
};

const lineRules: RecordRules<typeof outgoingListLines> = {
  of: outgoingListLines,
  table: "outgoing_list_line",
  within: wholeCollege,
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
};

interface KeptList {
  readonly _id: string;
  readonly kind: ListKind;
  readonly title: string;
  readonly state: ListState;
  readonly proposedby: string;
  readonly session: string;
  readonly programme: string | null;
  readonly level: number | null;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
}

async function lockList(trx: Trx, id: string): Promise<KeptList | undefined> {
  const { rows } =
    await sql<KeptList>`select _id, kind, title, state, madeby as proposedby, session, programme, level, decidedby, "decidedAt"
    from portal.outgoing_list where _id = ${id} for update`.execute(trx);
  return rows[0];
}

/** A list says what stands of many and decides about nobody, so that whoever is in it may sign it off. */
const listProposal: ProposalKind<KeptList> = {
  noun: "outgoing_list",
  approval: "outgoing-lists.approve",
  lock: lockList,
  mayGo: (from, to) => listSteps[from as ListState]?.includes(to as ListState) ?? false,
  keep: keepState,
  whyLate: async (trx, list) => (list.state === "Being made" ? beingMade() : decidedAlready(trx, "This list", list)),
  notYours: "Only who made this list drops it like this. Send it back with a reason, if you may sign it off",
};

async function keepState(
  { trx }: Pick<Work, "trx">,
  { _id, kind, session, programme, level }: KeptList,
  state: string,
  { staff: decidedby, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  // The one before gives way first: one of a kind holds.
  if (state === "Signed off")
    await sql`update portal.outgoing_list set state = 'Superseded', "supersededAt" = now(), version = version + 1
      where kind = ${kind} and session = ${session} and programme is not distinct from ${programme}::uuid
        and level is not distinct from ${level}::smallint and state = 'Signed off'`.execute(trx);
  await trx
    .updateTable("outgoing_list")
    .set({ state, decidedby, decidedAt: sql`now()`, decision: reason, version: sql`version + 1` })
    .where("_id", "=", _id)
    .execute();
  if (state === "Signed off" && kind === "National Matriculation List") await sendAgain(trx, _id);
}

export function outgoingListCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("outgoing-lists");

  handle(app, readListTerms, view, ({ who }) => {
    requireWholeCollege(who);
    return termsOf(db);
  });

  handle(app, checkList, staff("outgoing-lists.change"), async ({ who, body }) => {
    requireWholeCollege(who);
    const of = { ...body, programme: body.programme ?? null, level: body.level ?? null };
    await requireListable(db, of);
    return previewOf(db, of);
  });

  handleProposal(app, listProposal, makeList, {
    right: "outgoing-lists.change",
    async propose(work, { who, body }) {
      const of = { ...body, programme: body.programme ?? null, level: body.level ?? null };
      const { _id, title } = await orderList(work, of, who.staff);
      return { message: `${title} is being made`, reply: { _id } };
    },
  });

  handleStep(app, listProposal, signListOff, {
    right: "outgoing-lists.approve",
    to: "Signed off",
    by: "another",
    deed: "approve",
    change: async (_, { title, kind }) => ({
      message: `${title} is signed off. Download it for ${kindRules[kind].to}`,
    }),
  });

  handlePlainStep(app, listProposal, declineList, {
    right: "outgoing-lists.approve",
    to: "Dropped",
    by: "another",
    deed: "decline",
    says: ({ title }) => `${title} is dropped. Nothing left the college`,
  });

  handlePlainStep(app, listProposal, withdrawList, {
    right: "outgoing-lists.change",
    to: "Dropped",
    by: "proposer",
    deed: "withdraw",
    says: ({ title }) => `${title} is dropped. Nothing left the college`,
  });

  handle(app, readMovedSince, view, ({ who, params }) => {
    requireWholeCollege(who);
    return movedSince(db, params.id);
  });

  handle(app, readListFile, view, async ({ who, params, request, reply }) => {
    requireWholeCollege(who);
    const { title, people, filename, content } = await fileOfList(db, params.id);
    const told = { noun: "outgoing_list", name: title, filter: "the file as it went out", rows: people };
    await writeDownExport(app, { who, request }, told);
    reply.header("content-type", "text/csv; charset=utf-8");
    reply.header("content-disposition", `attachment; filename="${filename}"`);
    return content;
  });

  handle(app, readListPaper, view, async ({ who, params, request }) => {
    requireWholeCollege(who);
    const paper = await paperOfList(db, params.id);
    const told = {
      noun: "outgoing_list",
      name: paper.title,
      filter: "the sheet that goes with it",
      rows: paper.people,
    };
    if (paper.rows) await writeDownExport(app, { who, request }, told);
    return paper;
  });

  handle(app, readNational, view, async ({ who, params }) => {
    const { _id } = await summaryOf(app, who, params.id);
    return nationalOf(db, _id);
  });

  handle(app, readOwnNational, student, async ({ who }) => {
    const found = await nationalOf(db, who.student);
    if (found === null) return null;
    const { list: _, needed, wanted, ...standing } = found;
    return { ...standing, needed: inOwnWords(needed), wanted: inOwnWords(wanted) };
  });
}

/** The lists that somebody else than this member of staff made, and that wait. */
const listsToSign = (member: string) =>
  sql`select from portal.outgoing_list where state = 'Made' and madeby <> ${member}`;

/** What went out stays as it did; what JAMB answered goes along where the record that stays has no answer. */
const listMerge: MergePart = {
  tables: ["outgoing_list_line", "matriculation_answer"],
  async move({ trx }, { kept, gone }) {
    await sql`update portal.matriculation_answer a set student = ${kept._id}, version = a.version + 1
      where a.student = ${gone._id}
        and not exists (select from portal.matriculation_answer k where k.student = ${kept._id})`.execute(trx);
  },
};

export const outgoingListNoun: Noun = {
  name: "outgoing-list",
  calls: outgoingListCalls,
  jobs: [makeListJob],
  records: [matriculationAnswerRules],
  listings: [listRules, lineRules],
  ownRows: [ownLists],
  merges: [listMerge],
  impossible: impossibleLists,
  studentSteps: [returnedStep as StudentStep<unknown>],
  waiting: [
    {
      right: "outgoing-lists.approve",
      rows: ({ staff: member }) => listsToSign(member),
      one: "One list waits for you to sign it off.",
      many: "lists wait for you to sign them off.",
      deed: "See the lists",
      link: "/staff/outgoing-lists?state=Made",
    },
    {
      right: "outgoing-lists.change",
      rows: nationalDue,
      one: "The National Matriculation List of one session is due, and not everybody was sent.",
      many: "National Matriculation Lists are due, and not everybody was sent.",
      deed: "See what is missing",
      link: "/staff/outgoing-lists",
    },
    {
      right: "matriculation-answers.change",
      rows: returnedByJamb,
      one: "JAMB returned one entry of the National Matriculation List.",
      many: "entries of the National Matriculation List were returned by JAMB.",
      deed: "See why",
      link: "/staff/matriculation-answers?answer=Returned",
    },
  ],
};
