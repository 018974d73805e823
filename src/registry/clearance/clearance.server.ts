import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { departmentName } from "#college/department/department.server.ts";
import type { Noun, StudentStep } from "#console/noun/noun.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { receiveFile, takeFilesOnly } from "#profile/upload/upload.server.ts";
import { everyClearanceItem } from "../clearance-item/clearance-item.server.ts";
import { accountsOfStudent } from "../student/student.server.ts";
import { student } from "../student-sign-in/student-sign-in.server.ts";
import { readClearanceDesk, readTickList, sendClearanceProof, tickClearances } from "./clearance.contract.ts";
import { impossibleClearances } from "./clearance.impossible.server.ts";
import { readOwnClearance, readStudentClearance } from "./clearance.own.contract.ts";
import {
  clearanceFileRules,
  clearanceRules,
  openClearances,
  ownClearance,
  readDesk,
  readList,
  readPapers,
} from "./clearance.read.server.ts";
import { clearanceTemplates } from "./tick/tick.mail.server.ts";
import { readClearancePapers } from "./tick/tick.papers.contract.ts";
import { tickLines } from "./tick/tick.server.ts";

export { clearanceOf, clearancesOf, isCleared, openClearance } from "./clearance.read.server.ts";

/** A clerk ticks five hundred a day; a scan stands under few of them. */
const hourly: Limit = {
  name: "clearance-proof",
  points: 200,
  seconds: 3600,
  sentence: "You have sent many scans in the last hour. Please wait a while before you send another",
};

export function clearanceCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("clearance");
  const change = staff("clearance.change");

  handle(app, readClearanceDesk, view, ({ who }) => readDesk(db, who));
  handle(app, readTickList, view, ({ who, params, request }) => readList(app, who, params.id, request.id));
  handle(app, readClearancePapers, change, ({ who, params, request }) => readPapers(app, who, params.id, request.id));
  handle(app, tickClearances, change, (ask) => write(app, ask, (work) => tickLines(app, work, ask.who, ask.body)));

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendClearanceProof, change, async (ask) => {
      await app.portal.limits.take(hourly, ask.who.staff);
      return receiveFile(app, ask, ask.who.staff);
    });
  });

  handle(app, readOwnClearance, applicant, ({ who }) => ownClearance(db, who.applicant));
  handle(app, readStudentClearance, student, async ({ who }) =>
    // What was accepted with the account of a record that was merged into this one is cleared on it.
    (await Promise.all((await accountsOfStudent(db, who.student)).map((account) => ownClearance(db, account)))).flat(),
  );
}

/** The people of these applications are students from now on: what is added to the list later is not asked of them. */
export async function closeClearances(trx: Trx, applications: readonly string[]): Promise<void> {
  await sql`update portal.clearance_file set "closedAt" = coalesce("closedAt", now())
    where application = any(${[...applications]}::uuid[])`.execute(trx);
}

const ownClearances: OwnRows = {
  name: "clearance",
  tables: ["clearance_file", "clearance"],
  rows: (owner) => sql`select to_jsonb(f) || jsonb_build_object('items',
      (select jsonb_agg(to_jsonb(c) - 'decidedby' - 'note' order by c."createdAt", c._id) from portal.clearance c where c.application = f.application)) as row
    from portal.clearance_file f where f.applicant = ${owner} order by f."createdAt"`,
};

/** What an office refuses after all, of who is a student already. */
const refusedStep: StudentStep<{ readonly label: string; readonly office: string }> = {
  rank: 20,
  found: ({
    account,
  }) => sql`(select jsonb_build_object('label', i.label, 'office', ${departmentName(sql.ref("c.department"))})
    from portal.clearance_file f join portal.clearance c on c.application = f.application
      join ${everyClearanceItem()} i on i._id = c.item
    where f.applicant = ${account} and f.refused > 0 and c.asked and c.state = 'Refused' order by i.place, i.label limit 1)`,
  say: ({ label, office }) => ({
    sentence: `${office} refuses a paper of your clearance: ${label}.`,
    deed: "See why, and what to bring",
    link: "/student/clearance",
  }),
};

export const clearanceNoun: Noun = {
  name: "clearance",
  templates: clearanceTemplates,
  calls: clearanceCalls,
  listings: [clearanceFileRules, clearanceRules],
  ownRows: [ownClearances],
  impossible: impossibleClearances,
  studentSteps: [refusedStep as StudentStep<unknown>],
  waiting: [
    {
      right: "clearance.change",
      list: "clearance",
      rows: openClearances,
      one: "One tick of clearance waits at your office.",
      many: "ticks of clearance wait at your office.",
      deed: "See whose",
      link: "/staff/clearance/ticks?state=Open",
    },
  ],
};
