import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { write } from "#platform/write/write.server.ts";
import { comparePair, duplicatePairs, lookForPairs, readAlike } from "./duplicate-person.contract.ts";
import { pairDeeds } from "./duplicate-person.deed.server.ts";
import { impossibleDuplicates } from "./duplicate-person.impossible.server.ts";
import { findDuplicatePersons, findPairs } from "./duplicate-person.job.server.ts";
import { duplicateTemplates } from "./duplicate-person.mail.server.ts";
import { alikeTo, comparedPair } from "./duplicate-person.read.server.ts";

export const duplicatePairRules: RecordRules<typeof duplicatePairs> = {
  of: duplicatePairs,
  table: "duplicate_pair_line",
  within: wholeCollege,
  hidden: (column, member) => sql`(${isOwn(column("one"), member)} or ${isOwn(column("other"), member)})`,
};

export function duplicatePersonCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, comparePair, staff("duplicate-persons"), ({ who, params }) => {
    requireWholeCollege(who);
    return comparedPair(db, who, params.id);
  });

  handle(app, readAlike, staff("duplicate-persons"), ({ who, params }) => {
    requireWholeCollege(who);
    return alikeTo(db, who, params.id);
  });

  handle(app, lookForPairs, staff("duplicate-persons.change"), (ask) => {
    requireWholeCollege(ask.who);
    return write(app, ask, async (work) => {
      const found = await findPairs(work);
      const message = found === 0 ? "Nobody new is found" : `${asCount(found, "new pair")} found`;
      return { type: "success" as const, message, found };
    });
  });

  pairDeeds(app);
}

const proposedMerges = (member: string): RawBuilder<unknown> =>
  sql`select from portal.duplicate_pair where state = 'Proposed' and proposedby <> ${member}`;

/** What the college thinks of an account; never of whom the other one is. */
const ownPairs: OwnRows = {
  name: "likelyduplicates",
  tables: ["duplicate_pair"],
  rows: (
    owner,
  ) => sql`select jsonb_build_object('reasons', d.reasons, 'state', d.state, 'createdAt', d."createdAt") as row
    from portal.duplicate_pair d where ${owner} in (d.one, d.other) order by d."createdAt"`,
};

export const duplicatePersonNoun: Noun = {
  name: "duplicate-person",
  templates: duplicateTemplates,
  calls: duplicatePersonCalls,
  listings: [duplicatePairRules],
  rounds: [findDuplicatePersons],
  ownRows: [ownPairs],
  impossible: impossibleDuplicates,
  waiting: [
    {
      right: "duplicate-persons.change",
      rows: () => sql`select from portal.duplicate_pair where state = 'Open' and strength = 'Strong'`,
      one: "Two accounts are very likely one applicant's.",
      many: "pairs of accounts are very likely one applicant's each.",
      deed: "Look at them",
      link: "/staff/duplicate-persons?state=Open&sort=-points",
    },
    {
      right: "duplicate-persons.approve",
      rows: ({ staff: member }) => proposedMerges(member),
      one: "One merge of two applicants' accounts waits for your approval.",
      many: "merges of applicants' accounts wait for your approval.",
      deed: "See the merges",
      link: "/staff/duplicate-persons?state=Proposed",
    },
  ],
};
