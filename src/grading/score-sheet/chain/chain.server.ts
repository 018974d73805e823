import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff, staffWithAny } from "#access/permission/permission.server.ts";
import { handleStep, handleWrittenStep } from "#access/proposal/proposal.server.ts";
import type { Noun, WaitingLine } from "#console/noun/noun.server.ts";
import type { Endpoint } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { write } from "#platform/write/write.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { nextState } from "../score-sheet.rules.ts";
import { passSheet, passSheets, readChain, returnSheet, submitSheet, waitingSheets } from "./chain.contract.ts";
import { passClear } from "./chain.decide.server.ts";
import { tellReturned } from "./chain.mail.server.ts";
import { chainOf, waitingFor, waitingRows } from "./chain.read.server.ts";
import type { Waiting } from "./chain.rules.ts";
import { keepStep, officeNow, sheetProposal, whyLate } from "./chain.step.server.ts";
import { submit } from "./chain.submit.server.ts";

export { approveAtBoard } from "./chain.decide.server.ts";
export { sheetSteps } from "./chain.read.server.ts";

/** Registers a call by which whoever's turn it is returns a sheet: the offices have one, and the board another. */
export function returnBy<Path extends `${string}/:id/${string}`>(
  app: FastifyInstance,
  endpoint: Endpoint<Path, typeof returnSheet.body, typeof returnSheet.reply>,
  right: "score-sheets.approve" | "broadsheets.approve",
): void {
  handleStep(app, sheetProposal, endpoint, {
    right,
    to: "Returned",
    by: "another",
    deed: "return",
    seen: ({ seen }) => seen,
    async change({ trx }, sheet, { body }) {
      await tellReturned(trx, app.portal.config.publicUrl, sheet, body.reason);
      return { message: `The sheet of ${sheet.code} is returned. Its lecturers are told why` };
    },
  });
}

function chainCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const approve = "score-sheets.approve";

  handle(
    app,
    submitSheet,
    staffWithAny("staff:my-courses.change|score-sheets.change", () => ["my-courses.change", "score-sheets.change"]),
    (ask) => write(app, ask, (work) => submit(work, app.portal.config.publicUrl, ask.who, ask.params.id, ask.body)),
  );

  handleWrittenStep(app, sheetProposal, passSheet, {
    right: approve,
    to: ({ state }) => nextState[state] ?? state,
    by: "another",
    deed: "pass",
    seen: ({ seen }) => seen,
    async change(work, sheet, { who, body }) {
      // Whoever stands in for two offices has looked at one step alone.
      if (sheet.state !== body.state) throw await whyLate(work.trx, sheet);
      const to = nextState[sheet.state] ?? sheet.state;
      await keepStep(work, sheet, to, { staff: who.staff, reason: null });
      return {
        message: `The sheet of ${sheet.code} is passed on. It is with the ${officeNow({ ...sheet, state: to })} now`,
      };
    },
  });

  returnBy(app, returnSheet, approve);

  handle(app, passSheets, staff(approve), (ask) =>
    write(app, ask, (work) => passClear(work, ask.who, ask.body.sheets)),
  );

  handle(app, waitingSheets, staff(approve), ({ who }) => waitingFor(db, who));

  handle(
    app,
    readChain,
    staffWithAny("staff:score-sheets|my-courses", () => ["score-sheets", "my-courses"]),
    ({ who, params }) => chainOf(db, who, params.id),
  );
}

const line = (state: Waiting, office: string): WaitingLine => ({
  right: "score-sheets.approve",
  list: "score-sheets",
  rows: ({ staff: member }) => waitingRows(state, member),
  one: `One score sheet waits for ${office}.`,
  many: `score sheets wait for ${office}.`,
  deed: "Decide",
  link: "/staff/score-sheets/waiting",
});

/** What waits for the board, which decides where the broadsheets stand. */
export const boardWaiting: WaitingLine = {
  ...line("With board", "the board"),
  right: "broadsheets.approve",
  link: "/staff/broadsheets",
};

const impossibleSheets: readonly Impossible[] = [
  {
    name: "sheet-approved-without-board",
    sentence: "An approved score sheet was approved last by the board, by a minute of its meeting",
    rows: sql`select 'score_sheet:' || s._id as subject from portal.score_sheet s
      where s.state = 'Approved' and not exists (select from portal.score_sheet_step b where b.sheet = s._id
        and b.fromstate = 'With board' and b.tostate = 'Approved' and b.minute is not null and b."createdAt" >= s."submittedAt")`,
  },
  {
    name: "sheet-decided-twice",
    sentence: "Nobody decides about a score sheet twice since it was sent in, and who sent it in not at all",
    rows: sql`select 'score_sheet:' || s._id as subject from portal.score_sheet s
      join portal.score_sheet_step d on d.sheet = s._id and d."createdAt" >= s."submittedAt"
      where s.state not in ('Open', 'Returned') group by s._id having count(*) <> count(distinct d.staff)`,
  },
  {
    // Who joined the class since, or could not sit when it was sent in, is a finding of whoever decides.
    name: "sheet-sent-without-mark",
    sentence: "A score sheet that was sent in has a whole mark, or a code, of everybody who was in the class",
    rows: sql`select 'score_sheet:' || s._id as subject from portal.score_sheet s
      join ${classMembers()} m on m.class = s.class and m."approvedAt" < s."submittedAt"
      join ${everyStudent()} p on p._id = m.student and coalesce(p."statusAt" < s."submittedAt", true)
      left join portal.score t on t.sheet = s._id and t.student = m.student
      where s.state not in ('Open', 'Returned') and t.code is null and (t.ca is null or t.examination is null)`,
  },
];

/** What the chain brings to the noun of the sheet. */
export const chainPart = {
  calls: chainCalls,
  impossible: impossibleSheets,
  waiting: [
    line("With head", "the head of department"),
    line("With dean", "the dean"),
    line("With examinations", "the examinations office"),
  ],
} satisfies Partial<Noun>;
