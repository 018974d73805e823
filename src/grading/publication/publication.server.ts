import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { sessionsInOrder, usualRunningSession } from "#calendar/session/session.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { historyOf, type RecordRules, registryOf } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { publishJob, publishRound } from "./make/make.server.ts";
import { previewPublication, publications, readBatches, readPublication, readTerms } from "./publication.contract.ts";
import { impossiblePublications } from "./publication.impossible.server.ts";
import { publicationTemplates } from "./publication.mail.server.ts";
import { chosenOf, publicationProposeCalls } from "./publication.propose.server.ts";
import { batchesOf, outlookOf } from "./publication.read.server.ts";
import type { PublicationState, RecallState } from "./publication.rules.ts";
import { publicationRecallCalls } from "./recall/recall.server.ts";

export { beingRecalled } from "./publication.lock.server.ts";

/** Why publications were taken back, as their students are told, as a part of a larger query: rows of `publication, reason`. */
export const recallReasons = (): RawBuilder<unknown> =>
  sql`(select back.publication, back.reason from portal.publication_recall back where back.state = 'Approved')`;

const publicationRules: RecordRules<typeof publications> = {
  of: publications,
  table: "publication",
  within: wholeCollege,
  deeds: {
    "publication.propose": "Proposed",
    "publication.approve": "Approved",
    "publication.decline": "Declined",
    "publication.withdraw": "Withdrawn",
    "publication.call-off": "Called off",
    "publication.make": null,
    "publication.made": "Frozen",
    "publication.out": "Went out",
    "publication.tell": null,
    "publication.told": "Students told",
    "publication.take-back": null,
    "publication.recalled": "Taken back",
    "publication.nothing": null,
    "publication_recall.propose": "Recall proposed",
    "publication_recall.approve": "Recall approved",
    "publication_recall.decline": "Recall declined",
    "publication_recall.withdraw": "Recall given up",
  },
};

function publicationCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  publicationProposeCalls(app);
  publicationRecallCalls(app);

  handle(app, readTerms, staff("publications"), async () => {
    const { session, semester } = await usualRunningSession(db);
    return {
      sessions: (await sessionsInOrder(db)).toReversed(),
      running: session && semester ? { session, semester } : null,
    };
  });

  handle(app, readBatches, staff("publications"), async ({ who, params: { session, semester } }) => {
    requireWholeCollege(who);
    return isId(session) && /^[12]$/.test(semester) ? batchesOf(db, { session, semester: Number(semester) }, null) : [];
  });

  handle(app, previewPublication, staff("publications.change"), async ({ who, body }) => {
    requireWholeCollege(who);
    const { term, batches } = await chosenOf(db, body);
    return outlookOf(db, term, batches, null);
  });

  handle(app, readPublication, staff("publications"), ({ who, params }) => publicationWhole(app, who, params.id));
}

interface Kept {
  readonly state: PublicationState;
  readonly session: string;
  readonly semester: number;
  readonly seen: string;
  readonly proposedby: string;
  readonly told: boolean;
}

async function publicationWhole(app: FastifyInstance, who: Officer, id: string) {
  const { db } = app.portal;
  requireWholeCollege(who);
  const { rows } = isId(id)
    ? await sql<Kept>`select state, session, semester, seen, proposedby, "toldAt" is not null as told
        from portal.publication where _id = ${id}`.execute(db)
    : { rows: [] };
  const [kept] = rows;
  if (!kept) throw notFound();
  const { rows: batches } = await sql<{ programme: string; title: string; level: number }>`
    select b.programme, coalesce(p.title, '') as title, b.level from portal.publication_batch b
    left join (${programmeTitles()}) p on p._id = b.programme where b.publication = ${id} order by p.title, b.level`.execute(
    db,
  );
  const { rows: recalls } = await sql<{
    _id: string;
    state: RecallState;
    reason: string;
    createdAt: string;
    proposedby: string;
  }>`
    select _id, state, reason, "createdAt", proposedby from portal.publication_recall where publication = ${id}
    order by "createdAt" desc limit 1`.execute(db);
  const [recall] = recalls;
  const names = await namesOfStaff(db, recall ? [recall.proposedby] : []);
  return {
    outlook: kept.state === "Proposed" ? await outlookOf(db, kept, batches, kept.seen) : null,
    batches,
    told: kept.told,
    own: kept.proposedby === who.staff,
    recall: recall
      ? {
          ...{ _id: recall._id, state: recall.state, reason: recall.reason, createdAt: recall.createdAt },
          ...{ by: names.get(recall.proposedby) ?? "", own: recall.proposedby === who.staff },
        }
      : null,
    history: await historyOf(db, registryOf(app), publicationRules, id),
  };
}

export const publicationNoun: Noun = {
  name: "publication",
  templates: publicationTemplates,
  calls: publicationCalls,
  listings: [publicationRules],
  jobs: [publishJob],
  rounds: [publishRound],
  impossible: impossiblePublications,
  waiting: [
    {
      right: "publications.approve",
      rows: ({
        staff: member,
      }) => sql`select from portal.publication where state = 'Proposed' and proposedby <> ${member}
        union all select from portal.publication_recall where state = 'Proposed' and proposedby <> ${member}`,
      one: "One publication of results, or its recall, waits for your approval.",
      many: "publications of results, or their recalls, wait for your approval.",
      deed: "See the publications",
      link: "/staff/publications",
    },
  ],
};
