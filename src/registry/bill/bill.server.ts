import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { addProof } from "#admission/genuine/genuine.server.ts";
import { sessionsById, sessionsInOrder, usualRunningSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { isProgrammeWithin, programmesById } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { paperTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { ofStudentsWithin } from "../student/student.server.ts";
import { readBillTerms, readTuitionAccount, runBills, tuitionBills, tuitionDebts } from "./bill.contract.ts";
import { impossibleBills, ownBills } from "./bill.impossible.server.ts";
import { billTemplates } from "./bill.mail.server.ts";
import { accountOf, type BilledStudent, provesAccount, studentBilled } from "./bill.read.server.ts";
import { chargeLate } from "./line/line.late.server.ts";
import { cancelNeedlessReferences } from "./line/line.needless.server.ts";
import { type BillRunPlan, type BillTerm, makeBills, planBills, studentsToBill } from "./make/make.server.ts";
import { tellOfBills } from "./make/make.tell.server.ts";
import { billMerge } from "./merge/merge.server.ts";
import { remindOfInstalments } from "./pay/pay.remind.server.ts";
import { addTuition } from "./pay/pay.server.ts";
import { billToPay, receiptPapers, studentBillCalls } from "./pay/pay.student.server.ts";

export {
  balanceOf,
  billsOfSession,
  everyBill,
  leftBefore,
  newestBills,
  opens,
} from "./bill.read.server.ts";
export {
  type AdjustableBill,
  adjustableBills,
  billsOfTerm,
  carriedLines,
  everyBillLine,
  lateLabels,
  lateOn,
  lockBills,
  type PlacedLine,
  standsAt,
} from "./line/line.adjust.server.ts";
export { needlessLate } from "./line/line.late.server.ts";
export { addBillLines, chargeLinesAgain, takeLinesBack } from "./line/line.many.server.ts";
export {
  type BillMoves,
  billMoves,
  lockBillsOf,
  type MovedBill,
  moveBills,
  overwaivedWords,
} from "./line/line.move.server.ts";
export { addBillLine } from "./line/line.server.ts";
export { takeBillsBack, whyNotTakenBack } from "./line/line.taken-back.server.ts";
export { bringDebts, type DebtGiven, debtsRefused } from "./make/make.debt.server.ts";
export { entrantBills, makeFirstBill } from "./make/make.first.server.ts";
export { makeBills } from "./make/make.server.ts";
export { leftBeforeAmong, leftByTerm } from "./pay/pay.left.server.ts";
export { type BillOfPerson, billOfPayment, billsOfPerson, wantedByMove } from "./pay/pay.move.server.ts";
export {
  countSponsored,
  everySponsored,
  sponsoredSums,
  sponsorsPartOf,
  takeSponsoredCredit,
  takeSponsoredOff,
} from "./pay/pay.sponsor.server.ts";
export { payerAmong, paymentsOfStudent } from "./pay/pay.student.server.ts";

export const tuitionBillRules: RecordRules<typeof tuitionBills> = {
  of: tuitionBills,
  table: "tuition_bill",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
};

export const tuitionDebtRules: RecordRules<typeof tuitionDebts> = {
  of: tuitionDebts,
  table: "tuition_debt",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
};

export function billCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  addTuition(app);
  addProof(app, paperLetters.tuitionAccount, provesAccount);
  studentBillCalls(app);

  handle(app, readTuitionAccount, staff("tuition-accounts"), async ({ who, params }) => {
    const student = await studentBilled(db, params.id);
    if (!student) throw notFound();
    if (who.scope !== "all" && !(student.programme && (await isProgrammeWithin(db, student.programme, who.scope))))
      throw notFound();
    return accountPaperOf(app, student);
  });

  handle(app, readBillTerms, staff("tuition-accounts.change"), async () => ({
    sessions: await sessionsInOrder(db),
    running: await usualRunningSession(db),
    days: await readSetting(db, "billDays"),
  }));

  handle(app, runBills, staff("tuition-accounts.change"), async (ask) => {
    requireWholeCollege(ask.who);
    const { check, programme = null, ...term } = ask.body;
    await requireTerm(db, term, programme);
    if (check) return told(db, await planBills(db, term, programme));
    return write(app, ask, async (work) => {
      await requireOneRun(work.trx, term);
      const plan = await planBills(work.trx, term, programme);
      const made = await makeBills(work, term, await studentsToBill(work.trx, term, programme));
      const amount_kobo = made.reduce((sum, { billed_kobo }) => sum + billed_kobo, 0);
      const after = { ...term, programme, made: made.length, amount_kobo };
      work.note({ deed: "bill.run", subject: `session:${term.session}`, after });
      const message = made.length === 0 ? "There was no bill to make" : `${asCount(made.length, "bill")} made`;
      return { ...(await told(work.trx, plan)), made: made.length, amount: naira(amount_kobo), message };
    });
  });
}

/** Who comes second would wait longer than a connection does. */
async function requireOneRun(trx: Trx, { session, semester }: BillTerm): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`bills ${session} ${semester}`}, 0)) as free`.execute(trx);
  if (!rows[0]?.free)
    throw refuse("bills-being-made", "Somebody is making these bills just now. Look again in a minute");
}

async function requireTerm(db: Database, { session }: BillTerm, programme: string | null): Promise<void> {
  const found = isId(session) ? await sessionsById(db, [session]) : new Map();
  if (!found.has(session)) throw refuseFields("choice-not-found", { session: "This session does not exist" });
  if (programme === null) return;
  const known = isId(programme) ? await programmesById(db, [programme]) : new Map();
  if (!known.has(programme)) throw refuseFields("choice-not-found", { programme: "This programme does not exist" });
}

/** What a plan comes to, in words and figures. */
async function told(db: Database, { classes, already }: BillRunPlan): Promise<Replied<typeof runBills>> {
  const ids = [...new Set(classes.flatMap(({ programme }) => programme ?? []))];
  const titles = await programmesById(db, ids);
  const count = (some: BillRunPlan["classes"]) => some.reduce((sum, one) => sum + one.count, 0);
  const fine = classes.filter(({ hole }) => hole === null);
  const held = count(classes) - count(fine);
  const made = count(fine);
  return {
    type: "success",
    message: `${asCount(made, "bill")} would be made`,
    made,
    held,
    already,
    amount: naira(fine.reduce((sum, one) => sum + one.count * one.amount_kobo, 0)),
    classes: classes.map(({ programme, amount_kobo, ...one }) => {
      const title = titles.get(programme ?? "");
      return {
        ...one,
        amount: naira(amount_kobo),
        programme: programme && title ? { _id: programme, label: programmeTitle(title) } : null,
      };
    }),
  };
}

const accountTemplate = paperTemplate({
  key: "tuition-account",
  name: "Tuition account",
  when: "The bursary prints what a student was billed and has paid",
  reader: "students",
  values: usual("name", "matric"),
  words: {
    heading: "Tuition account",
    opening: "",
    closing: "Whoever checks this account is told what is owed on that day.",
  },
});

/** The whole account of a student, as it is printed. */
async function accountPaperOf(
  { portal: { db, config } }: FastifyInstance,
  of: BilledStudent,
): Promise<Replied<typeof readTuitionAccount>> {
  return {
    ...(await accountOf(db, of)),
    genuine: paperAddress(config, paperLetters.tuitionAccount, of._id),
    words: await paperWords(db, accountTemplate, { name: of.name, matric: of.matric ?? "" }),
  };
}

export const billNoun: Noun = {
  name: "bill",
  templates: [...billTemplates, accountTemplate],
  papers: {
    ...receiptPapers,
    [accountTemplate.key]: {
      right: "tuition-accounts",
      read: async (app, file) => {
        const of = file.student && (await studentBilled(app.portal.db, file.student._id));
        return of ? accountPaperOf(app, of) : null;
      },
    },
  },
  calls: billCalls,
  listings: [tuitionBillRules, tuitionDebtRules],
  rounds: [chargeLate, tellOfBills, remindOfInstalments, cancelNeedlessReferences],
  studentSteps: [billToPay],
  ownRows: [ownBills],
  merges: [billMerge],
  impossible: impossibleBills,
};
