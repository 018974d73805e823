import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { handlePlainStep, handleWrittenStep, whoApproves } from "#access/proposal/proposal.server.ts";
import { tellApprovers } from "#access/staff-mail/staff-mail.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { write } from "#platform/write/write.server.ts";
import { receiveFile, takeFilesOnly } from "#profile/upload/upload.server.ts";
import { closedTerms, everyResult } from "#registry/course-result/course-result.server.ts";
import { studentsOfAccount } from "#registry/student/student.server.ts";
import { correctedInquiries } from "../mark-inquiry/mark-inquiry.server.ts";
import {
  approveRectification,
  declineRectification,
  proposeRectification,
  readRectifiable,
  readRectification,
  readRectifiedEffect,
  readResultsOfStudent,
  sendRectificationEvidence,
  withdrawRectification,
} from "./rectification.contract.ts";
import { approve, propose, rectificationProposal, rectificationTemplates } from "./rectification.decide.server.ts";
import {
  effectOfMark,
  rectifiable,
  rectificationRules,
  rectificationStanding,
  resultsOfStudent,
} from "./rectification.read.server.ts";

const papers: Limit = {
  name: "rectification-evidence",
  points: 30,
  seconds: 3_600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

function rectificationCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const view = staff("rectifications");
  const change = staff("rectifications.change");

  handle(app, readResultsOfStudent, view, ({ who, params }) => resultsOfStudent(db, who, params.id));
  handle(app, readRectifiable, view, ({ who, params }) => rectifiable(db, who, params.id));
  handle(app, readRectifiedEffect, view, ({ who, params }) => effectOfMark(db, who, params.id, params.mark));
  handle(app, readRectification, view, ({ who, params }) => rectificationStanding(app, who, params.id));

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendRectificationEvidence, change, async (ask) => {
      await app.portal.limits.take(papers, ask.who.staff);
      return receiveFile(app, ask, ask.who.staff);
    });
  });
  handle(app, proposeRectification, change, (ask) =>
    write(app, ask, async (work) => {
      const { ca = null, examination = null, code = null, ...rest } = ask.body;
      const { _id, message } = await propose(work, ask.who, { ...rest, ca, examination, code });
      await tellApprovers(work.trx, config, { approval: rectificationProposal.approval, proposer: ask.who.staff });
      const approvers = await whoApproves(work.trx, ask.who, rectificationProposal);
      return { type: "success" as const, message: `${message}. ${approvers}`, _id };
    }),
  );

  handleWrittenStep(app, rectificationProposal, approveRectification, {
    right: "rectifications.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    seen: ({ seen }) => seen,
    change: (work, kept, { who }) => approve(work, config, kept, who),
  });
  handlePlainStep(app, rectificationProposal, declineRectification, {
    right: "rectifications.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: ({ name, course }) => `Declined. The mark of ${name} in ${course} stays as it is`,
  });
  handlePlainStep(app, rectificationProposal, withdrawRectification, {
    right: "rectifications.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: ({ name, course }) => `Withdrawn. The mark of ${name} in ${course} stays as it is`,
  });
}

const ownRectifications: OwnRows = {
  name: "rectifications",
  tables: ["rectification"],
  rows: (owner) => sql`select to_jsonb(t) - '{search,proposedby,decidedby,evidence,decision}'::text[]
      - case when closed.student is null then '{}'::text[] else '{wasca,wasexamination,wascode,ca,examination,code}' end as row
    from portal.rectification t left join ${closedTerms(studentsOfAccount(owner))} closed
      on (closed.student, closed.session, closed.semester) = (t.student, t.session, t.semester)
    where t.state = 'Approved' and t.student in (${studentsOfAccount(owner)}) order by t."createdAt"`,
  stays: {
    what: (rows) => (rows.length > 0 ? [`${asCount(rows.length, "correction")} of your results`] : []),
    why: "They say why a published mark of yours is another one now",
  },
};

/** A correction goes with the result that it is about. What waits is decided first: nobody decides about another record than was seen. */
const rectificationMerge: MergePart = {
  tables: ["rectification"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<{ course: string; waits: boolean; goes: boolean }>`
      select t.course, t.state = 'Proposed' as waits, t.student = ${gone._id} as goes from portal.rectification t
      where t.student in (${kept._id}, ${gone._id})`.execute(trx);
    const going = rows.filter(({ goes }) => goes).length;
    return {
      moves: going > 0 ? [asCount(going, "rectification goes along", "rectifications go along")] : [],
      stops: rows
        .filter(({ waits }) => waits)
        .map(({ course }) => `Another mark in ${course} is proposed. It must be decided or withdrawn first`),
    };
  },
  async move({ trx, note }, { kept, gone }) {
    const { rows } =
      await sql`update portal.rectification set student = ${kept._id}, version = version + 1, "updatedAt" = now()
      where student = ${gone._id} returning _id`.execute(trx);
    if (rows.length > 0)
      note({
        deed: "rectification.go-along",
        subject: `student:${kept._id}`,
        after: { rectifications: rows.length, from: gone._id },
      });
  },
};

const impossibleRectifications: readonly Impossible[] = [
  {
    name: "result-corrected-unapproved",
    sentence: "A published result is corrected by a rectification that two people have made",
    rows: sql`select 'student:' || r.student as subject from ${everyResult()} r where r.supersedes is not null
      and not exists (select from portal.rectification t where t.state = 'Approved' and t.newresult = r._id and t.result = r.supersedes)`,
  },
  {
    name: "rectified-by-one",
    sentence: "A rectification is proposed by one person and approved by another",
    rows: sql`select 'rectification:' || t._id as subject from portal.rectification t
      where t.state = 'Approved' and t.decidedby is not distinct from t.proposedby`,
  },
  {
    name: "rectified-otherwise",
    sentence: "What a rectification brings is what was proposed",
    rows: sql`select 'rectification:' || t._id as subject from portal.rectification t join ${everyResult()} r on r._id = t.newresult
      where (t.ca, t.examination, t.code) is distinct from (r.ca, r.examination, r.code)`,
  },
  {
    name: "inquiry-corrected-by-nothing",
    sentence: "A question that led to a correction has a rectification that was approved",
    rows: sql`select 'mark_inquiry:' || q._id as subject from ${correctedInquiries()} q
      where not exists (select from portal.rectification t where t._id = q.rectification and t.state = 'Approved')`,
  },
];

export const rectificationNoun: Noun = {
  name: "rectification",
  templates: rectificationTemplates,
  calls: rectificationCalls,
  listings: [rectificationRules],
  ownRows: [ownRectifications],
  merges: [rectificationMerge],
  impossible: impossibleRectifications,
  waiting: [
    {
      right: "rectifications.approve",
      list: "rectifications",
      rows: (who) => sql`select from portal.rectification t where t.state = 'Proposed' and t.proposedby <> ${who.staff}
        and ${mayList(rectificationRules, who, columnsOf("t"))}`,
      one: "One published mark is to be corrected, and waits for your approval.",
      many: "published marks are to be corrected, and wait for your approval.",
      deed: "See them",
      link: "/staff/rectifications?state=Proposed",
    },
  ],
};
