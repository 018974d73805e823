import * as v from "valibot";
import { beginsRunning } from "#calendar/session/session.usual.contract.ts";
import { reason } from "#console/confirm/confirm.contract.ts";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, flag, looksLike, maybe, refersTo, worded } from "#console/record/record.fields.contract.ts";
import { text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { uploadFile } from "#profile/upload/upload.contract.ts";
import { projectLooks, projectStates, projectWords } from "./project.rules.ts";

/** Every project with where it stands: also whoever has none of it yet, because NYSC asks for each. Student records 39. */
export const projects = listing({
  noun: "project",
  one: "Project",
  many: "Projects",
  page: "projects",
  link: "/staff/projects",
  entries: {
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    student: refersTo("Record", "student"),
    session: refersTo("Session", "session"),
    title: maybe(text("Title", 300)),
    supervisor: maybe(refersTo("Supervisor", "staff")),
    state: v.pipe(worded("State", projectWords), looksLike(projectLooks), v.metadata({ called: projectWords })),
    nerdproof: flag("NERD proof", "Checked", "Missing"),
    nerd: maybe(text("NERD number", 60)),
    finaltitle: maybe(text("Title as deposited", 300)),
    createdAt: atMinute("Opened"),
    proposedAt: maybe(atMinute("Title proposed")),
    acceptedAt: maybe(atMinute("Title accepted")),
    depositedAt: maybe(atMinute("Deposited")),
    checkedby: maybe(refersTo("Checked by", "staff")),
    checkedAt: maybe(atMinute("Checked")),
  },
  title: ["name"],
  columns: ["name", "matric", "title", "supervisor", "state", "nerd", "depositedAt"],
  sorts: ["createdAt", "name", "depositedAt"],
  filters: ["session", "state", "nerdproof", "supervisor"],
  beginsBy: beginsRunning,
  searched: "matric number, name, title or NERD number",
  none: {
    title: "No projects yet",
    text: "Open them for the students of the last level: each stands here until the deposit is checked.",
  },
});

const path = "/staff/ms_project";

export const openProjects = post(
  `${path}/open`,
  "Makes a line for every student who owes a project and has none, as far as the right reaches",
  fields({}),
  done({ count: v.number() }),
);

export const assignForm = fields({ supervisor: refersTo("Supervisor", "staff"), ...chosenEntries });

export const assignSupervisor = post(
  `${path}/supervise`,
  "Gives the projects that are chosen a supervisor; nobody supervises the student that he or she is",
  assignForm,
  done({ count: v.number() }),
);

export const readProjectLoad = get(
  `${path}/load`,
  "Who supervises how many projects that are not finished, the most first",
  v.array(v.strictObject({ staff: v.string(), name: v.string(), count: v.number(), left: v.boolean() })),
);

const shownFile = v.strictObject({ link: v.string(), mediatype: v.string() });

const alike = v.array(v.strictObject({ title: v.string(), session: v.string(), percent: v.number() }));

const step = v.strictObject({
  state: v.picklist(projectStates),
  title: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  by: v.nullable(v.string()),
  at: v.string(),
});

const facts = {
  _id: v.string(),
  state: v.picklist(projectStates),
  title: v.nullable(v.string()),
  supervisor: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  finaltitle: v.nullable(v.string()),
  nerd: v.nullable(v.string()),
  file: v.nullable(shownFile),
  proof: v.nullable(shownFile),
  steps: v.array(step),
  /** Titles of other projects that are worded alike. */
  alike,
};

export const projectStanding = v.strictObject({
  ...facts,
  name: v.string(),
  matric: v.nullable(v.string()),
  left: v.boolean(),
  version: v.number(),
  /** Whether the asker is the supervisor. */
  mine: v.boolean(),
});

export type ProjectStanding = v.InferOutput<typeof projectStanding>;

export const readProject = get(
  `${path}/:id/standing`,
  "One project with what became of it and titles alike",
  projectStanding,
);

const seen = v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version"));

export const acceptTitle = post(
  `${path}/:id/accept`,
  "The supervisor accepts the title that was proposed",
  fields({ seen }),
  done({}),
);

export const returnTitle = post(
  `${path}/:id/return`,
  "The supervisor returns a title with a reason; the student proposes another",
  fields({ reason, seen }),
  done({}),
);

export const checkDeposit = post(
  `${path}/:id/check`,
  "A second person of the department has looked at the work and the NERD proof: the deposit is checked",
  fields({ seen }),
  done({}),
);

export const returnDeposit = post(
  `${path}/:id/return_deposit`,
  "Returns a deposit with a reason; the student mends it",
  fields({ reason, seen }),
  done({}),
);

export const readSupervisedProjects = get(
  "/staff/ms_supervision/project",
  "The projects that the signed-in member of staff supervises",
  v.array(
    v.strictObject({
      _id: v.string(),
      name: v.string(),
      matric: v.nullable(v.string()),
      title: v.nullable(v.string()),
      state: v.picklist(projectStates),
    }),
  ),
);

const own = "/student/project";

export const readOwnProject = get(
  own,
  "The signed-in student's project: title, supervisor, deposit; null project before there is one",
  v.strictObject({
    /** Why nothing can be proposed or deposited now; null where it can. */
    why: v.nullable(v.string()),
    project: v.nullable(v.strictObject(facts)),
  }),
);

const title = v.pipe(
  text("Title", 300),
  v.minCodePoints(10, "Title must be at least 10 characters: what you study, where and among whom"),
  v.title("Title"),
);

export const titleForm = fields({ title });

export const proposeTitle = post(own, "Proposes a title; the supervisor accepts or returns it", titleForm, done({}));

export const depositForm = fields({
  title: v.pipe(title, v.title("Title as it is bound")),
  file: v.pipe(text("Project as a PDF", 80), v.endsWith(".pdf", "Project must be a PDF"), v.title("Project as a PDF")),
  nerd: v.pipe(
    text("NERD number", 60),
    v.regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9/._ -]{2,58})[A-Za-z0-9]$/,
      "NERD number must be letters and digits, with / . _ - between them, as it stands on the proof",
    ),
    v.title("NERD number"),
  ),
  proof: v.pipe(text("Proof of the deposit", 80), v.title("Proof of the deposit")),
});

export const depositProject = post(
  `${own}/deposit`,
  "Deposits the finished project: title, PDF, NERD number and its proof, two files that were sent for it; a second person of the department checks it",
  depositForm,
  done({}),
);

/** At most 2 MB, judged by its bytes. */
export const keepProjectFile = post(
  `${own}/file`,
  "Keeps a file of one's own project, sent as multipart/form-data: field document (jpeg, png, pdf), at most 2 MB",
  v.nullish(v.undefined()),
  uploadFile.reply,
);
