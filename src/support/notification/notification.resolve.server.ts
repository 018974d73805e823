import { sql } from "kysely";
import { coversDepartments, reachOf } from "#access/permission/permission.server.ts";
import { datesOf, sessionsById, usualAdmittingSession, usualRunningSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { isProgrammeWithin, programmesById, programmesInOrderWithin } from "#college/programme/programme.server.ts";
import { beyondReach } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, type Scope } from "#console/scope/scope.server.ts";
import { accountNamed, contactsOf } from "#identity/account/account.server.ts";
import { Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { codesIn } from "#registry/course/course.rules.ts";
import { everyStudent, studentsByMatric } from "#registry/student/student.server.ts";
import { applicantOfCode, everApplied } from "#selection/review/review.server.ts";
import { classesBeyond, classesCalled, codesTaughtBy } from "./class-notice/class-notice.reach.server.ts";
import { type ResolvedAudience, withinDepartments } from "./notification.audience.server.ts";
import type { ForWhom } from "./notification.contract.ts";
import { isAskedBy } from "./notification.rules.ts";

/** Who writes a notification, by the right to Notifications, or as a lecturer to the own classes. */
export interface Author {
  readonly staff: string;
  /** How far the right to Notifications reaches; undefined for a lecturer alone. */
  readonly scope: Scope | undefined;
}

export const authorOf = async (db: Database | Trx, { staff }: Pick<Officer, "staff">): Promise<Author> => ({
  staff,
  scope: await reachOf(db, staff, "notifications.change"),
});

type Resolved = ResolvedAudience & { readonly towhom: string };

/**
 * Finds out whom a form means, as far as its author may address them, with the same in words. Refuses what is not there,
 * field by field, and what lies beyond the reach (403).
 */
export async function resolveAudience(db: Database | Trx, author: Author, to: ForWhom): Promise<Resolved> {
  if (to.audience === "Students of courses") return studentsOfCourses(db, author, codesIn(to.courses ?? null));
  const { scope, staff } = author;
  if (scope === undefined) throw new Refusal("page-not-permitted", 403, OWN_CLASSES);
  if (to.audience === "Everybody with an account") requireWholeCollege({ scope });
  const departments = scope === "all" ? null : scope.departments;
  if (departments?.length === 0) throw beyondReach();
  if (to.audience === "At a stage of the desk" && !(await maySeeStages(db, { staff, scope })))
    throw new Refusal("page-not-permitted", 403, NO_STAGES);
  if (to.audience === "One person") return onePerson(db, { staff, scope }, to.person ?? "");
  const { audience } = to;
  const session = to.session === undefined ? null : await knownSession(db, to.session);
  const programmes = await programmesMeant(db, scope, to);
  const stages = isAskedBy(audience, "stages") ? (to.stages ?? []) : [];
  const level = isAskedBy(audience, "level") ? (to.level ?? null) : null;
  return {
    audience,
    session: session?._id ?? null,
    opens: session?.opens ?? null,
    programmes: programmes.ids,
    stages,
    level,
    classes: [],
    person: null,
    departments,
    madeby: staff,
    towhom: inWords({ audience, session: session?.name, programmes: programmes.called, stages, level, departments }),
  };
}

const OWN_CLASSES =
  "You may tell the students of the courses that you teach, and nobody else. Choose Students of courses, or ask the Registry to tell the others";

const NO_STAGES =
  "Stages are the desk's own, for whoever opens Applications as far. Choose another audience, or ask an administrator if your work needs it";

/** Where applications stand is told to whoever may open them, and counting is telling. */
export async function maySeeStages(
  db: Database | Trx,
  { staff, scope }: Pick<Officer, "scope" | "staff">,
): Promise<boolean> {
  return coversDepartments(await reachOf(db, staff, "applications"), scope === "all" ? null : scope.departments);
}

async function studentsOfCourses(db: Database | Trx, { staff, scope }: Author, codes: readonly string[]) {
  const { session } = await usualRunningSession(db);
  const classes = await classesCalled(db, session, codes);
  const unknown = codes.find((code) => !classes.some((one) => one.code === code));
  if (session === undefined || unknown !== undefined)
    throw refuseFields("choice-not-found", {
      "to.courses": `${unknown} is no course of the session that runs. Check the code`,
    });
  const ids = classes.map(({ _id }) => _id);
  const [beyond] = await classesBeyond(db, staff, { classes: ids, deed: ".change" });
  if (beyond)
    throw new Refusal("beyond-reach", 403, `You do not teach ${beyond} in this session. Choose courses of your own`);
  const { name, opens } = await knownSession(db, session);
  return {
    audience: "Students of courses" as const,
    session,
    opens,
    programmes: [],
    stages: [],
    level: null,
    classes: ids,
    person: null,
    departments: scope === "all" ? null : [...new Set(classes.map(({ department }) => department))],
    madeby: staff,
    towhom: inWords({ audience: "Students of courses", session: name, programmes: codes, departments: null }),
  };
}

async function knownSession(db: Database | Trx, id: string) {
  const [found] = (await sessionsById(db, isId(id) ? [id] : [])).values();
  if (!found)
    throw refuseFields("choice-not-found", { "to.session": "Session was not found. Choose it from the list" });
  const { opens } = await datesOf(db, found._id);
  return { ...found, opens };
}

interface MeantProgrammes {
  readonly ids: readonly string[];
  /** In words; of a department its name. */
  readonly called: readonly string[];
}

async function programmesMeant(db: Database | Trx, scope: Scope, to: ForWhom): Promise<MeantProgrammes> {
  if (isAskedBy(to.audience, "department") && to.department !== undefined) {
    const within = await programmesInOrderWithin(db, scope);
    const own = within.filter(({ department }) => department._id === to.department);
    const [first] = own;
    if (!first)
      throw refuseFields("choice-not-found", {
        "to.department": "No programme of this department was found. Choose it from the list",
      });
    return { ids: own.map(({ _id }) => _id), called: [`Department of ${first.department.name}`] };
  }
  if (!isAskedBy(to.audience, "programmes")) return { ids: [], called: [] };
  const chosen = await knownProgrammes(db, scope, to.programmes);
  return { ids: chosen.map(({ _id }) => _id), called: chosen.map(programmeTitle) };
}

async function knownProgrammes(db: Database | Trx, scope: Scope, ids: readonly string[]) {
  const found = await programmesById(db, ids.filter(isId));
  if (found.size !== new Set(ids).size)
    throw refuseFields("choice-not-found", {
      "to.programmes": "One of the programmes was not found. Choose them from the list",
    });
  for (const id of found.keys()) if (!(await isProgrammeWithin(db, id, scope))) throw beyondReach();
  return [...found.values()];
}

interface Named {
  readonly audience: ResolvedAudience["audience"];
  readonly session: string | undefined;
  /** What is chosen of all that there is. */
  readonly programmes: readonly string[];
  readonly stages?: readonly string[];
  readonly level?: number | null;
  readonly departments: readonly string[] | null;
}

const FEW = 3;

/** Whom a notification is for, as its list says it: `Applied, 2026/2027: NCE Biology, NCE English and 4 more`. */
function inWords({ audience, session, programmes, stages = [], level = null, departments }: Named): string {
  const first = programmes.slice(0, FEW).join(", ");
  const more = programmes.length > FEW ? ` and ${programmes.length - FEW} more` : "";
  const which = [stages.join(", "), level === null ? "" : `${level} level`, first + more].filter(Boolean).join("; ");
  const whole = [audience, session, departments === null ? undefined : "own departments"];
  return `${whole.filter(Boolean).join(", ")}${which && `: ${which}`}`.slice(0, 500);
}

const NOBODY =
  "No verified account has this matric number, code, JAMB number or e-mail address, or none that your right reaches. Check it, and type it in full";

/**
 * By matric number, application code, JAMB number or e-mail address. A narrow right reaches who applied to its programmes, and
 * their students.
 */
async function onePerson(db: Database | Trx, { scope, staff }: Pick<Officer, "scope" | "staff">, words: string) {
  const student = (await studentsByMatric(db, [words.toLowerCase()])).get(words.toLowerCase())?._id ?? null;
  const { rows } = await sql<{ applicant: string }>`
    select applicant from (${applicantOfCode(words)} union ${accountNamed(words)}
      union select called.applicant from ${everyStudent()} called where called._id = ${student}::uuid) found
    where ${scope === "all" ? sql`applicant is not null` : isWithin(scope)} limit 2`.execute(db);
  const [contact] = await contactsOf(
    db,
    rows.map(({ applicant }) => applicant),
  );
  if (!contact || rows.length > 1) throw refuseFields("person-not-found", { "to.person": NOBODY });
  return {
    audience: "One person" as const,
    session: null,
    opens: null,
    programmes: [],
    stages: [],
    level: null,
    classes: [],
    person: contact._id,
    departments: scope === "all" ? null : scope.departments,
    madeby: staff,
    towhom: `${contact.lastname} ${contact.firstname}, ${contact.jamb}`,
  };
}

function isWithin({ departments }: Exclude<Scope, "all">) {
  const within = withinDepartments(departments);
  return sql`(applicant in (${everApplied(within)}) or applicant in (
    select studying.applicant from ${everyStudent()} studying where ${within(sql.ref("studying.programme"))}))`;
}

/**
 * Whom an author may address by default: a lecturer the students of the own courses, everybody else all applicants and
 * students that the right reaches. Contract 5.
 */
export async function usualAudience(trx: Trx, { staff, scope }: Author): Promise<ForWhom> {
  if (scope !== undefined)
    return { audience: "Applicants and students", programmes: [], ...(await usualAdmittingSession(trx)) };
  const own = await codesTaughtBy(trx, staff);
  if (own.length === 0)
    throw refuseFields("nobody-meant", {
      to: "You teach no course of the session that runs, so nobody is meant. Ask your head of department",
    });
  return { audience: "Students of courses", programmes: [], courses: own.join(", ") };
}
