import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff, staffWithAny } from "#access/permission/permission.server.ts";
import type { Noun, StudentStep } from "#console/noun/noun.server.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { write } from "#platform/write/write.server.ts";
import { receiveProjectFile, takeFilesOnly } from "#profile/upload/upload.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import {
  acceptTitle,
  assignSupervisor,
  checkDeposit,
  depositProject,
  keepProjectFile,
  openProjects,
  proposeTitle,
  readOwnProject,
  readProject,
  readProjectLoad,
  readSupervisedProjects,
  returnDeposit,
  returnTitle,
} from "./project.contract.ts";
import { decideDeposit, decideTitle } from "./project.decide.server.ts";
import { deposit, openAll, propose, superviseProjects } from "./project.deed.server.ts";
import { impossibleProjects, ownProjects, projectMerge } from "./project.impossible.server.ts";
import { projectTemplates } from "./project.mail.server.ts";
import { ownProject, projectLoad, projectRules, standingOf, supervisedProjects } from "./project.read.server.ts";

/** Every project, as a part of a larger query: rows of `student, state, nerd`. */
export const everyProject = (): RawBuilder<unknown> => sql`(select p.student, p.state, p.nerd from portal.project p)`;

const hourly: Limit = {
  name: "project-files",
  points: 30,
  seconds: 3600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

function projectCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const change = staff("projects.change");

  handle(app, readOwnProject, student, ({ who }) => ownProject(app, who.student));
  handle(app, proposeTitle, student, (ask) =>
    write(app, ask, (work) => propose(work, config, ask.who.student, ask.body.title)),
  );
  handle(app, depositProject, student, (ask) => write(app, ask, (work) => deposit(work, ask.who, ask.body)));
  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, keepProjectFile, student, async (ask) => {
      await app.portal.limits.take(hourly, ask.who.applicant);
      return receiveProjectFile(app, ask, ask.who.applicant);
    });
  });

  handle(app, openProjects, change, (ask) => write(app, ask, (work) => openAll(work, ask.who)));
  handle(app, assignSupervisor, change, (ask) =>
    write(app, ask, (work) => superviseProjects(work, config, ask.who, ask.body)),
  );
  handle(app, readProjectLoad, staff("projects"), ({ who }) => projectLoad(db, who));
  handle(
    app,
    readProject,
    staffWithAny("staff:projects|supervision", () => ["projects", "supervision"]),
    ({ who, params }) => standingOf(app, who, params.id),
  );

  handle(app, readSupervisedProjects, staff("supervision"), ({ who }) => supervisedProjects(db, who.staff));
  handle(app, acceptTitle, staff("supervision.change"), (ask) =>
    write(app, ask, (work) => decideTitle(work, config, ask.who, ask.params.id, { ...ask.body, to: "Accepted" })),
  );
  handle(app, returnTitle, staff("supervision.change"), (ask) =>
    write(app, ask, (work) => decideTitle(work, config, ask.who, ask.params.id, { ...ask.body, to: "Returned" })),
  );
  handle(app, checkDeposit, change, (ask) =>
    write(app, ask, (work) => decideDeposit(work, config, ask.who, ask.params.id, { ...ask.body, to: "Checked" })),
  );
  handle(app, returnDeposit, change, (ask) =>
    write(app, ask, (work) =>
      decideDeposit(work, config, ask.who, ask.params.id, { ...ask.body, to: "Deposit returned" }),
    ),
  );
}

/** A title or a deposit that was returned waits for the student; so does a title that is accepted. */
const projectStep: StudentStep<{ readonly state: "No title" | "Returned" | "Accepted" | "Deposit returned" }> = {
  rank: 60,
  found: ({ student: of }) => sql`(select jsonb_build_object('state', p.state) from portal.project p
    where p.student = ${of} and p.state in ('No title', 'Returned', 'Accepted', 'Deposit returned'))`,
  say: ({ state }) => ({
    sentence: {
      "No title": "Propose a title for your project.",
      Returned: "Your supervisor has returned the title of your project. Read why, and propose another.",
      Accepted: "Your project has its title. When it is finished, deposit it here with its NERD number.",
      "Deposit returned": "The deposit of your project was returned. Read why, and send it again.",
    }[state],
    deed: "My project",
    link: "/student/project",
  }),
};

export const projectNoun: Noun = {
  name: "project",
  templates: projectTemplates,
  calls: projectCalls,
  listings: [projectRules],
  ownRows: [ownProjects],
  merges: [projectMerge],
  studentSteps: [projectStep as StudentStep<unknown>],
  impossible: impossibleProjects,
  waiting: [
    {
      right: "projects.change",
      list: "projects",
      rows: (who) => sql`select from portal.project t where t.state = 'Deposited'
        and t.supervisor is distinct from ${who.staff} and ${mayList(projectRules, who, columnsOf("t"))}`,
      one: "One deposit of a project waits to be checked.",
      many: "deposits of projects wait to be checked.",
      deed: "See the deposits",
      link: "/staff/projects?state=Deposited",
    },
  ],
};
