import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff, staffWithAny } from "#access/permission/permission.server.ts";
import { handleStep, handleWrittenStep } from "#access/proposal/proposal.server.ts";
import { membersOfStaff } from "#access/staff/staff.server.ts";
import type { Noun, WaitingLine } from "#console/noun/noun.server.ts";
import type { Endpoint } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { everyAllocation } from "#teaching/course-allocation/course-allocation.server.ts";
import { nextState } from "../score-sheet.rules.ts";
import { passSheet, passSheets, readChain, returnSheet, submitSheet, waitingSheets } from "./chain.contract.ts";
import { passClear } from "./chain.decide.server.ts";
import { impossibleSheets } from "./chain.impossible.server.ts";
import { chainOf, waitingFor, waitingRows } from "./chain.read.server.ts";
import type { Waiting } from "./chain.rules.ts";
import { keepStep, type LockedSheet, officeNow, sheetProposal, whyLate } from "./chain.step.server.ts";
import { submit } from "./chain.submit.server.ts";

export { approveAtBoard } from "./chain.decide.server.ts";
export { sheetSteps } from "./chain.read.server.ts";

async function tellLecturers(trx: Trx, publicUrl: string, sheet: LockedSheet, reason: string): Promise<void> {
  const { rows } = await sql<{ staff: string }>`select a.staff from ${everyAllocation()} a
    where a.class = ${sheet.class} and a.incharge`.execute(trx);
  const told = [...rows.map(({ staff: one }) => one), ...(sheet.proposedby ? [sheet.proposedby] : [])];
  await tellReturned(trx, publicUrl, sheet, { staff: told, by: officeNow(sheet) ?? "examinations office", reason });
}

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
      await tellLecturers(trx, app.portal.config.publicUrl, sheet, body.reason);
      return { message: `The sheet of ${sheet.code} is returned. Its lecturers are told why` };
    },
  });
}

/** Tells those who sent a sheet in and who are in charge of the class why it came back. Whoever has left the college is told nothing. */
async function tellReturned(
  trx: Trx,
  publicUrl: string,
  sheet: LockedSheet,
  told: { readonly staff: readonly string[]; readonly by: string; readonly reason: string },
): Promise<void> {
  const members = await membersOfStaff(trx, [...new Set(told.staff)]);
  await postMails(
    trx,
    [...members.values()]
      .filter(({ isactive }) => isactive)
      .map(({ name, emailaddress }) => ({
        _id: newId(),
        recipient: emailaddress,
        subject: `${brand.name}: the score sheet of ${sheet.code} is returned`,
        text: `Dear ${name},

The ${told.by} has returned the score sheet of ${sheet.code}:

${told.reason}

Its marks can be changed again. Mend it, and send it in anew:

${publicUrl}/staff/my-courses/${sheet.class}

${contact.office}, ${brand.name}
${contact.emailaddress}`,
      })),
  );
}

function chainCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const approve = "score-sheets.approve";

  handle(
    app,
    submitSheet,
    staffWithAny("staff:my-courses.change|score-sheets.change", () => ["my-courses.change", "score-sheets.change"]),
    (ask) => write(app, ask, (work) => submit(work, ask.who, ask.params.id, ask.body)),
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
