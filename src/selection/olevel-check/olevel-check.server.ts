import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { foundChosen } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { stale } from "#kit/wire/refusal.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { receiveFile, takeFilesOnly } from "#profile/upload/upload.server.ts";
import { keepDecision, keepFinding } from "./finding/finding.record.server.ts";
import { askBoards, decideDispute, readOLevelCheck, recordFinding, sendFindingProof } from "./olevel-check.contract.ts";
import { impossibleOLevelChecks } from "./olevel-check.impossible.server.ts";
import { checksAt, olevelCheckRules, reachedCheck, wholeCheck } from "./olevel-check.read.server.ts";

export { isOLevelConfirmed, olevelObstacle } from "./olevel-check.read.server.ts";

/** Whoever verifies sends a proof with each finding, at most. */
const hourly: Limit = {
  name: "olevel-proof",
  points: 200,
  seconds: 3600,
  sentence: "You have sent many proofs in the last hour. Please wait a while before you send another",
};

function olevelCheckCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const change = staff("olevel-checks.change");

  handle(app, readOLevelCheck, staff("olevel-checks"), ({ who, params, request }) =>
    wholeCheck(app, who, params.id, request.id),
  );

  handle(app, askBoards, change, (ask) => write(app, ask, (work) => markAsked(work, ask.who, ask.body)));

  handle(app, recordFinding, change, async (ask) => {
    const id = await reachedCheck(db, ask.who, ask.params.id);
    return write(app, ask, (work) => keepFinding(work, { id, who: ask.who, form: ask.body, request: ask.request }));
  });

  handle(app, decideDispute, staff("olevel-checks.approve"), async (ask) => {
    const id = await reachedCheck(db, ask.who, ask.params.id);
    return write(app, ask, (work) => keepDecision(work, { id, who: ask.who, form: ask.body }));
  });

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendFindingProof, change, async (ask) => {
      await app.portal.limits.take(hourly, ask.who.staff);
      return receiveFile(app, ask, ask.who.staff);
    });
  });
}

/** Refuses sittings of which something was found already (409), and one's own file (403). */
async function markAsked(
  { trx, note }: Work,
  who: Officer,
  { askedon, ...chosen }: ChosenRows & { readonly askedon: string },
) {
  const ids = await foundChosen(trx, olevelCheckRules, who, chosen);
  await sql`select from portal.olevel_check where _id = any(${ids}::uuid[]) order by _id for update`.execute(trx);
  const { rows } = await sql<{ _id: string; applicant: string; code: string; state: string }>`
    select _id, applicant, code, state from portal.olevel_check_line where _id = any(${ids}::uuid[])`.execute(trx);
  await refuseOwnFiles(
    trx,
    who,
    rows.map(({ applicant }) => applicant),
  );
  const found = rows.find(({ state }) => state !== "Not started" && state !== "Asked");
  if (found)
    throw stale(
      "state-has-moved",
      `A sitting of ${found.code} is ${found.state.toLowerCase()} already. Nothing was changed: choose those that are not started`,
    );
  await sql`update portal.olevel_check set state = 'Asked', askedby = ${who.staff}, askedon = ${askedon}::date,
      version = version + 1, "updatedAt" = now() where _id = any(${ids}::uuid[])`.execute(trx);
  for (const { _id, state } of rows)
    note({
      deed: "olevel_check.ask",
      subject: `olevel_check:${_id}`,
      before: { state },
      after: { state: "Asked", askedon },
    });
  return {
    type: "success" as const,
    message: `${asCount(rows.length, "sitting is", "sittings are")} marked as asked`,
    count: rows.length,
  };
}

const ownChecks: OwnRows = {
  name: "olevel-check",
  tables: ["olevel_check", "olevel_finding"],
  rows: (owner) => sql`select to_jsonb(c) - 'askedby' - 'decidedby' || jsonb_build_object('findings',
      (select jsonb_agg(to_jsonb(f) - 'foundby' order by f."createdAt") from portal.olevel_finding f where f.olevelcheck = c._id)) as row
    from portal.olevel_check c join portal.olevel_check_line l on l._id = c._id
    where l.applicant = ${owner} order by c."createdAt", c._id`,
};

export const olevelCheckNoun: Noun = {
  name: "olevel-check",
  calls: olevelCheckCalls,
  listings: [olevelCheckRules],
  ownRows: [ownChecks],
  impossible: impossibleOLevelChecks,
  waiting: [
    {
      right: "olevel-checks.change",
      list: "olevel-checks",
      rows: (who) => checksAt(["Not started", "Asked"], who),
      one: "One O-Level sitting is not verified with its board.",
      many: "O-Level sittings are not verified with their board.",
      deed: "See which",
      link: "/staff/olevel-checks?state=Not+started",
    },
    {
      right: "olevel-checks.approve",
      list: "olevel-checks",
      rows: (who) => checksAt(["Disputed"], who),
      one: "Two findings about one O-Level sitting contradict each other.",
      many: "O-Level sittings are disputed between two findings.",
      deed: "Decide",
      link: "/staff/olevel-checks?state=Disputed",
    },
  ],
};
