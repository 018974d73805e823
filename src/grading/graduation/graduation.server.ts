import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff, staffWithAny } from "#access/permission/permission.server.ts";
import { handlePlainStep, handleProposal, handleWrittenStep } from "#access/proposal/proposal.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { choicesOf } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { addListRows } from "#registry/outgoing-list/outgoing-list.server.ts";
import { changeStatusByPortal } from "#registry/status-change/status-change.server.ts";
import { isOwnRecord, summaryOf } from "#registry/student/student.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { standByProfilesOf } from "../academic-record/academic-record.server.ts";
import {
  approveGraduation,
  auditAnew,
  checkGraduation,
  chooseGraduation,
  declineGraduation,
  graduands,
  graduations,
  lookAtCorrection,
  proposeGraduation,
  readAwardAudit,
  readDifferences,
  readGraduationPaper,
  readOwnAward,
  takeOff,
  withdrawGraduation,
} from "./graduation.contract.ts";
import { graduandMerge, impossibleGraduations, ownGraduands } from "./graduation.impossible.server.ts";
import {
  auditListAnew,
  differencesOf,
  dryRunOf,
  linesIn,
  proposeList,
  takeOffList,
} from "./graduation.propose.server.ts";
import { auditShown, correctedSince, ownAward, paperOf } from "./graduation.read.server.ts";
import { graduationProposal, type KeptList, requireNoneBeingRecalled } from "./lock/lock.server.ts";
import { nyscRows } from "./nysc/nysc.server.ts";

export { type AwardAudit, auditsOf } from "./audit/audit.server.ts";
export { type Conferred, conferred, everyGraduand, markLeft } from "./graduation.read.server.ts";

const graduationRules: RecordRules<typeof graduations> = {
  of: graduations,
  table: "graduation",
  within: ofProgrammesWithin,
  versions: true,
};

export const graduandRules: RecordRules<typeof graduands> = {
  of: graduands,
  table: "graduand",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnRecord(column("student"), member),
};

const NAMED = 5;

/** Confers the award on everybody who stands on a list. Refuses by name whose record differs by now from what it says. */
async function confer(work: Work, app: FastifyInstance, list: KeptList, by: Conferring) {
  const { trx } = work;
  const { staff: decidedby, minute, heldon } = by;
  if (heldon > lagosToday())
    throw refuseFields("day-to-come", { heldon: "Conferred on must not be a day that has not come" });
  const lines = await linesIn(trx, list._id, "Listed");
  if (lines.length === 0) throw refuse("list-empty", "Nobody stands on this list any more. Decline it");
  await requireNoneBeingRecalled(trx, list.students);
  const differing = await differencesOf(trx, list._id, "Listed");
  if (differing.length > 0) {
    const named = differing.slice(0, NAMED).map(({ name, difference }) => `${name}: ${difference}`);
    const more = differing.length > NAMED ? `, and ${differing.length - NAMED} more` : "";
    throw stale(
      "record-has-changed",
      `Since the list was made the record of ${asCount(differing.length, "person", "people")} has changed. ${named.join("; ")}${more}. Nothing was conferred: let the list be audited once more, then look at it`,
    );
  }
  await standByProfilesOf(
    trx,
    lines.map(({ student }) => student),
  );
  await trx
    .updateTable("graduation")
    .set({
      ...{ state: "Approved", decidedby, minute, heldon, people: lines.length },
      decidedAt: sql`now()`,
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where("_id", "=", list._id)
    .execute();
  await sql`update portal.graduand set state = 'Conferred', "conferredAt" = now(), version = version + 1, "updatedAt" = now()
    where graduation = ${list._id} and state = 'Listed'`.execute(trx);
  const reason = `Conferred on ${asDay(`${heldon}T12:00:00Z`)} by ${minute}`.slice(0, 500);
  for (const one of lines)
    await changeStatusByPortal(work, app.portal.config, {
      ...{ student: one.student, status: "Graduated", kind: "Studies completed", reason },
    });
  return { message: `Conferred on ${asCount(lines.length, "person", "people")}`, after: { minute, heldon } };
}

interface Conferring {
  readonly staff: string;
  readonly minute: string;
  readonly heldon: string;
}

/** Writes down what was decided about later corrections of somebody who has the award. */
async function lookAt({ trx, note }: Work, staffId: string, id: string, reason: string) {
  const line = isId(id)
    ? await trx
        .selectFrom("graduand")
        .select(["_id", "name", "state"])
        .where("_id", "=", id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (!line) throw notFound();
  if (line.state !== "Conferred")
    throw stale("state-has-moved", `${line.name} is ${line.state} by now, so nothing was changed`);
  await trx
    .updateTable("graduand")
    .set({ lookedAt: sql`now()`, lookedby: staffId, looked: reason, version: sql`version + 1`, updatedAt: sql`now()` })
    .where("_id", "=", id)
    .execute();
  note({ deed: "graduand.look", subject: `graduand:${id}`, after: { looked: reason }, reason });
  return { type: "success" as const, message: `Kept with ${line.name}` };
}

function graduationCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  addListRows("NYSC list", nyscRows);
  const view = staff("graduations");
  const change = staff("graduations.change");

  handle(
    app,
    chooseGraduation,
    staffWithAny("staff:graduations|certificates", () => ["graduations", "certificates"]),
    ({ who, request }) => choicesOf(db, graduationRules, who, request.query),
  );

  handle(app, checkGraduation, change, ({ who, body }) => {
    requireWholeCollege(who);
    return dryRunOf(db, { ...body, programme: body.programme ?? null });
  });

  handleProposal(app, graduationProposal, proposeGraduation, {
    right: "graduations.change",
    async propose(work, { who, body }) {
      const { _id, title, people } = await proposeList(work, who, { ...body, programme: body.programme ?? null });
      const message = `${title} is proposed with ${asCount(people, "person", "people")}`;
      return { message, reply: { _id, people } };
    },
  });

  handleWrittenStep(app, graduationProposal, approveGraduation, {
    right: "graduations.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    seen: ({ seen }) => seen,
    change: (work, list, { who, body }) => confer(work, app, list, { ...body, staff: who.staff }),
  });

  handlePlainStep(app, graduationProposal, declineGraduation, {
    right: "graduations.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: ({ title }) => `${title} is declined. Nobody graduates by it`,
  });

  handlePlainStep(app, graduationProposal, withdrawGraduation, {
    right: "graduations.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: ({ title }) => `${title} is withdrawn. Nobody graduates by it`,
  });

  handle(app, takeOff, change, (ask) =>
    write(app, ask, (work) => {
      requireWholeCollege(ask.who);
      return takeOffList(work, ask.who, ask.params.id, ask.body);
    }),
  );
  handle(app, auditAnew, change, (ask) =>
    write(app, ask, (work) => {
      requireWholeCollege(ask.who);
      return auditListAnew(work, ask.who, ask.params.id);
    }),
  );
  handle(app, lookAtCorrection, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      return lookAt(work, ask.who.staff, ask.params.id, ask.body.reason);
    }),
  );

  handle(app, readDifferences, view, async ({ who, params }) => {
    requireWholeCollege(who);
    const list = isId(params.id)
      ? await db.selectFrom("graduation").select("state").where("_id", "=", params.id).executeTakeFirst()
      : undefined;
    if (!list) throw notFound();
    if (list.state !== "Proposed" && list.state !== "Approved") return [];
    return differencesOf(db, params.id, list.state === "Approved" ? "Conferred" : "Listed");
  });

  handle(app, readGraduationPaper, view, ({ who, params, request }) => {
    requireWholeCollege(who);
    return paperOf(app, { who, request }, params.id);
  });

  handle(app, readAwardAudit, view, async ({ who, params }) => {
    const { _id } = await summaryOf(app, who, params.id);
    return auditShown(db, who, _id);
  });

  handle(app, readOwnAward, student, ({ who }) => ownAward(db, who.student));
}

export const graduationNoun: Noun = {
  name: "graduation",
  calls: graduationCalls,
  listings: [graduationRules, graduandRules],
  ownRows: [ownGraduands],
  merges: [graduandMerge],
  impossible: impossibleGraduations,
  waiting: [
    {
      right: "graduations.approve",
      rows: ({ staff: member }) =>
        sql`select from portal.graduation where state = 'Proposed' and proposedby <> ${member}`,
      one: "One graduation list waits for your approval.",
      many: "graduation lists wait for your approval.",
      deed: "See the lists",
      link: "/staff/graduations?state=Proposed",
    },
    {
      right: "graduations.change",
      rows: () => correctedSince(),
      one: "The results of one graduate were corrected after the award.",
      many: "graduates have results that were corrected after the award.",
      deed: "See the lists",
      link: "/staff/graduations?state=Approved",
    },
  ],
};
