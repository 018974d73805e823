import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { reachOf, staff } from "#access/permission/permission.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { write } from "#platform/write/write.server.ts";
import { closedTerms } from "#registry/course-result/course-result.server.ts";
import { studentsOfAccount } from "#registry/student/student.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import {
  answerInquiry,
  askAboutMark,
  readInquiry,
  readOwnInquiries,
  withdrawInquiry,
} from "./mark-inquiry.contract.ts";
import { giveAnswer, sendQuestion, withdrawOwn } from "./mark-inquiry.deed.server.ts";
import { inquiryTemplates } from "./mark-inquiry.mail.server.ts";
import { inquiryRules, inquiryStanding, ownInquiries } from "./mark-inquiry.read.server.ts";

export { endCorrected, keepProposed, lockOpenInquiry } from "./mark-inquiry.deed.server.ts";
export { correctedInquiries, openInquiries, recalledInquiries } from "./mark-inquiry.read.server.ts";

function inquiryCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, readOwnInquiries, student, ({ who }) => ownInquiries(db, who.student));
  handle(app, askAboutMark, student, (ask) =>
    write(app, ask, (work) => sendQuestion(work, config, ask.who.student, ask.body)),
  );
  handle(app, withdrawInquiry, student, (ask) =>
    write(app, ask, (work) => withdrawOwn(work, ask.who.student, ask.params.id)),
  );

  handle(app, readInquiry, staff("mark-inquiries"), async ({ who, params }) =>
    inquiryStanding(db, who, params.id, (await reachOf(db, who.staff, "mark-inquiries.change")) !== undefined),
  );
  handle(app, answerInquiry, staff("mark-inquiries.change"), (ask) =>
    write(app, ask, (work) => giveAnswer(work, config, ask.who, ask.params.id, ask.body)),
  );
}

const ownInquiryRows: OwnRows = {
  name: "mark-inquiries",
  tables: ["mark_inquiry"],
  // An answer is about a mark, and kept back with it.
  rows: (
    owner,
  ) => sql`select to_jsonb(q) - 'search' - 'answeredby' - case when closed.student is null then '' else 'answer' end as row
    from portal.mark_inquiry q left join ${closedTerms(studentsOfAccount(owner))} closed
      on (closed.student, closed.session, closed.semester) = (q.student, q.session, q.semester)
    where q.student in (${studentsOfAccount(owner)}) order by q."createdAt"`,
  stays: {
    what: (rows) => (rows.length > 0 ? [`Your ${asCount(rows.length, "question")} about marks`] : []),
    why: "They say why a mark of yours stands or was corrected",
  },
};

/** A case goes with the result that it is about. */
const inquiryMerge: MergePart = {
  tables: ["mark_inquiry"],
  async plan(trx, { gone }) {
    const { rows } = await sql`select from portal.mark_inquiry q where q.student = ${gone._id}`.execute(trx);
    return {
      moves:
        rows.length > 0
          ? [asCount(rows.length, "question about a mark goes along", "questions about marks go along")]
          : [],
    };
  },
  async move({ trx, note }, { kept, gone }) {
    const { rows } =
      await sql`update portal.mark_inquiry set student = ${kept._id}, version = version + 1, "updatedAt" = now()
      where student = ${gone._id} returning _id`.execute(trx);
    if (rows.length > 0)
      note({
        deed: "mark_inquiry.go-along",
        subject: `student:${kept._id}`,
        after: { inquiries: rows.length, from: gone._id },
      });
  },
};

export const markInquiryNoun: Noun = {
  name: "mark-inquiry",
  templates: inquiryTemplates,
  calls: inquiryCalls,
  listings: [inquiryRules],
  ownRows: [ownInquiryRows],
  merges: [inquiryMerge],
  waiting: [
    {
      right: "mark-inquiries.change",
      list: "mark-inquiries",
      rows: (who) =>
        sql`select from portal.inquiry_inbox t where t.state = 'Asked' and ${mayList(inquiryRules, who, columnsOf("t"))}`,
      one: "One student asks about a mark.",
      many: "students ask about a mark.",
      deed: "Answer them",
      link: "/staff/mark-inquiries?state=Asked",
    },
    {
      right: "mark-inquiries.change",
      list: "mark-inquiries",
      rows: (who) =>
        sql`select from portal.inquiry_inbox t where t.overdue and ${mayList(inquiryRules, who, columnsOf("t"))}`,
      one: "One question about a mark is past its last day.",
      many: "questions about marks are past their last day.",
      deed: "See them",
      link: "/staff/mark-inquiries?overdue=true",
    },
  ],
};
