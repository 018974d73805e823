import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff, staffWithAny } from "#access/permission/permission.server.ts";
import { handleStep } from "#access/proposal/proposal.server.ts";
import { addProof } from "#admission/genuine/genuine.server.ts";
import type { Noun, StudentStep } from "#console/noun/noun.server.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { everyRound } from "../practice-round/practice-round.server.ts";
import { readOwnPractice, sendWishes, takePlace } from "./choice/choice.contract.ts";
import { keepWishes, ownPractice, takeOwnPlace } from "./choice/choice.server.ts";
import { readOwnPostingLetter, readPostingLetter } from "./letter/letter.contract.ts";
import { carryOutPlan, readPracticePlan } from "./plan/plan.contract.ts";
import { carryOut, practicePlan } from "./plan/plan.server.ts";
import {
  confirmResult,
  movePosting,
  postByHand,
  proposeResult,
  readPosting,
  releasePosting,
  returnResult,
  superviseChosen,
} from "./teaching-practice.contract.ts";
import {
  impossiblePractice,
  ownPostings,
  practiceMerge,
  tellFreedPlaces,
} from "./teaching-practice.impossible.server.ts";
import { practiceTemplates } from "./teaching-practice.mail.server.ts";
import { moveOne, postOne, releaseOne, supervise } from "./teaching-practice.post.server.ts";
import {
  postingLetter,
  postingPapers,
  postingRules,
  postingStanding,
  postingTemplates,
  provesPosting,
} from "./teaching-practice.read.server.ts";
import { readSupervised, sendVisit, takeBackVisit } from "./visit/visit.contract.ts";
import { keepConfirmedResult, propose, resultProposal } from "./visit/visit.result.server.ts";
import { keepVisit, supervisedBy, takeVisitBack } from "./visit/visit.server.ts";

function practiceCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const change = staff("teaching-practice.change");
  const either = staffWithAny("staff:teaching-practice|supervision", () => ["teaching-practice", "supervision"]);
  const eitherChanges = staffWithAny("staff:teaching-practice.change|supervision.change", () => [
    "teaching-practice.change",
    "supervision.change",
  ]);
  addProof(app, paperLetters.postingLetter, provesPosting);

  handle(app, readOwnPractice, student, ({ who }) => ownPractice(db, who.student));
  handle(app, sendWishes, student, (ask) => write(app, ask, (work) => keepWishes(work, ask.who.student, ask.body)));
  handle(app, takePlace, student, (ask) =>
    write(app, ask, (work) => takeOwnPlace(work, config, ask.who.student, ask.body)),
  );
  handle(app, readOwnPostingLetter, student, async ({ who, params: { id } }) => {
    const { rows } = isId(id)
      ? await sql`select from portal.practice_posting p where p._id = ${id} and p.student = ${who.student}`.execute(db)
      : { rows: [] };
    if (rows.length === 0) throw notFound();
    return postingLetter(app, id);
  });

  handle(app, readPracticePlan, staff("teaching-practice"), ({ who, params }) => practicePlan(db, who, params.id));
  handle(app, carryOutPlan, change, (ask) =>
    write(app, ask, (work) => carryOut(work, config, ask.who, ask.params.id, ask.body.seen)),
  );
  handle(app, postByHand, change, (ask) => write(app, ask, (work) => postOne(work, config, ask.who, ask.body)));
  handle(app, movePosting, change, (ask) =>
    write(app, ask, (work) => moveOne(work, config, ask.who, ask.params.id, ask.body)),
  );
  handle(app, releasePosting, change, (ask) =>
    write(app, ask, (work) => releaseOne(work, config, ask.who, ask.params.id, ask.body)),
  );
  handle(app, superviseChosen, change, (ask) => write(app, ask, (work) => supervise(work, ask.who, ask.body)));
  handle(app, readPostingLetter, staff("teaching-practice"), async ({ who, params: { id } }) => {
    const { rows } = isId(id)
      ? await sql`select from portal.practice_posting t where t._id = ${id} and ${mayList(postingRules, who, columnsOf("t"))}`.execute(
          db,
        )
      : { rows: [] };
    if (rows.length === 0) throw notFound();
    return postingLetter(app, id);
  });

  handle(app, readSupervised, staff("supervision"), ({ who }) => supervisedBy(db, who.staff));
  handle(app, readPosting, either, ({ who, params }) => postingStanding(db, who, params.id));
  handle(app, sendVisit, staff("supervision.change"), (ask) =>
    write(app, ask, (work) => keepVisit(work, ask.who, ask.params.id, ask.body)),
  );
  handle(app, takeBackVisit, staff("supervision.change"), (ask) =>
    write(app, ask, (work) => takeVisitBack(work, ask.who, ask.params.id, ask.body)),
  );
  handle(app, proposeResult, eitherChanges, (ask) =>
    write(app, ask, (work) => propose(work, ask.who, ask.params.id, ask.body)),
  );

  handleStep(app, resultProposal, confirmResult, {
    right: "teaching-practice.approve",
    to: "Confirmed",
    by: "another",
    deed: "confirm",
    seen: ({ seen }) => seen,
    change: async (work, kept) => ({ message: await keepConfirmedResult(work, config, kept) }),
  });
  handleStep(app, resultProposal, returnResult, {
    right: "teaching-practice.approve",
    to: "Posted",
    by: "another",
    deed: "return",
    seen: ({ seen }) => seen,
    change: async (_, { name }) => ({ message: `Sent back. The result of ${name} is proposed anew` }),
  });
}

/** Whoever has registered the practice, is not posted and has not chosen reads until when to choose. */
const chooseStep: StudentStep<{ readonly until: string }> = {
  rank: 35,
  found: ({ student: of }) => sql`(select jsonb_build_object('until', r.chooseuntil)
    from ${everyRound()} r join ${takenCourses()} counts on counts.session = r.session and counts.semester = r.semester
      and counts.code = any(string_to_array(r.courses, ', '))
    where counts.student = ${of} and (now() at time zone 'Africa/Lagos')::date between r.choosefrom and r.chooseuntil
      and not exists (select from portal.practice_wish w where w.round = r._id and w.student = ${of})
      and not exists (select from portal.practice_posting p where p.student = ${of} and (p.round = r._id and p.state <> 'Released'
        or p.state in ('Posted', 'Proposed')))
    order by r.chooseuntil limit 1)`,
  say: ({ until }) => ({
    sentence: `Choose a school for teaching practice by ${asDay(`${until}T12:00:00Z`)}.`,
    deed: "Choose a school",
    link: "/student/practice",
  }),
};

/** Whoever is posted and has not begun reads from when on. */
const postedStep: StudentStep<{ readonly school: string; readonly starts: string }> = {
  rank: 40,
  found: ({ student: of }) => sql`(select jsonb_build_object('school', p.school, 'starts', r.starts)
    from portal.practice_posting p join ${everyRound()} r on r._id = p.round
    where p.student = ${of} and p.state = 'Posted' and r.starts >= (now() at time zone 'Africa/Lagos')::date
    order by r.starts limit 1)`,
  say: ({ starts }) => ({
    sentence: `You are posted to a school for teaching practice from ${asDay(`${starts}T12:00:00Z`)} on. Print your posting letter.`,
    deed: "See your school",
    link: "/student/practice",
  }),
};

export const teachingPracticeNoun: Noun = {
  name: "teaching-practice",
  templates: [...practiceTemplates, ...postingTemplates],
  papers: postingPapers,
  calls: practiceCalls,
  listings: [postingRules],
  rounds: [tellFreedPlaces],
  ownRows: [ownPostings],
  merges: [practiceMerge],
  studentSteps: [chooseStep as StudentStep<unknown>, postedStep as StudentStep<unknown>],
  impossible: impossiblePractice,
  waiting: [
    {
      right: "teaching-practice.approve",
      list: "teaching-practice",
      rows: (who) => sql`select from portal.practice_posting t where t.state = 'Proposed'
        and t.proposedby <> ${who.staff} and not exists (select from portal.practice_visit v
          where v.posting = t._id and v.staff = ${who.staff} and v."takenbackAt" is null) and ${mayList(postingRules, who, columnsOf("t"))}`,
      one: "One result of teaching practice waits to be confirmed.",
      many: "results of teaching practice wait to be confirmed.",
      deed: "See the results",
      link: "/staff/teaching-practice?state=Proposed",
    },
  ],
};
