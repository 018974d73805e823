import { sql } from "kysely";
import { reachOf } from "#access/permission/permission.server.ts";
import { covers } from "#access/permission/permission.still.server.ts";
import { datesOf, sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { isProgrammeWithin } from "#college/programme/programme.within.server.ts";
import { beyondReach } from "#console/record/record.reference.server.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import { accountNamed, contactsOf } from "#identity/account/account.audience.server.ts";
import { Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { applicantOfCode, everApplied } from "#selection/review/review.audience.server.ts";
import { byProgramme, type ForWhom } from "./notification.audience.contract.ts";
import { type Settled, withinDepartments } from "./notification.audience.server.ts";
import { inWords } from "./notification.words.server.ts";

/**
 * Finds out whom a form means, as far as its author's right reaches, with the same in words. Refuses what is not there,
 * field by field, and what lies beyond the reach (403).
 */
export async function settle(
  db: Database | Trx,
  who: Officer,
  to: ForWhom,
): Promise<Settled & { readonly towhom: string }> {
  if (to.audience === "Everybody with an account") requireWholeCollege(who);
  const departments = who.scope === "all" ? null : who.scope.departments;
  if (departments?.length === 0) throw beyondReach();
  if (to.audience === "At a stage of the desk" && !(await maySeeStages(db, who))) throw new Refusal(403, NO_STAGES);
  if (to.audience === "One person") return onePerson(db, who, to.person ?? "");
  const { _id: session, name } = await knownSession(db, to.session ?? "");
  const { opens } = await datesOf(db, session);
  const programmes = byProgramme(to.audience) ? await knownProgrammes(db, who.scope, to.programmes) : [];
  const stages = to.audience === "At a stage of the desk" ? (to.stages ?? []) : [];
  const { audience } = to;
  return {
    audience,
    session,
    opens,
    programmes: programmes.map(({ _id }) => _id),
    stages,
    person: null,
    departments,
    madeby: who.staff,
    towhom: inWords({ audience, session: name, programmes: programmes.map(programmeTitle), stages, departments }),
  };
}

const NO_STAGES =
  "Stages are the desk's own, for whoever opens Applications as far. Choose another audience, or ask an administrator if your work needs it";

/** Where applications stand is told to whoever may open them, and counting is telling. */
export async function maySeeStages(
  db: Database | Trx,
  { staff, scope }: Pick<Officer, "scope" | "staff">,
): Promise<boolean> {
  return covers(await reachOf(db, staff, "applications"), scope === "all" ? null : scope.departments);
}

async function knownSession(db: Database | Trx, id: string) {
  const [found] = (await sessionsById(db, isId(id) ? [id] : [])).values();
  if (!found) throw refuseFields({ "to.session": "Session was not found. Choose it from the list" });
  return found;
}

async function knownProgrammes(db: Database | Trx, scope: Scope, ids: readonly string[]) {
  const found = await programmesById(db, ids.filter(isId));
  if (found.size !== new Set(ids).size)
    throw refuseFields({ "to.programmes": "One of the programmes was not found. Choose them from the list" });
  for (const id of found.keys()) if (!(await isProgrammeWithin(db, id, scope))) throw beyondReach();
  return [...found.values()];
}

const NOBODY =
  "No verified account has this code, JAMB number or e-mail address, or none that your right reaches. Check it, and type it in full";

/** By application code, JAMB number or e-mail address. A narrow right reaches who applied to its programmes. */
async function onePerson(db: Database | Trx, { scope, staff }: Pick<Officer, "scope" | "staff">, words: string) {
  const within = scope === "all" ? sql`true` : sql`applicant in (${everApplied(withinDepartments(scope.departments))})`;
  const { rows } = await sql<{ applicant: string }>`
    select applicant from (${applicantOfCode(words)} union ${accountNamed(words)}) found where ${within} limit 2`.execute(
    db,
  );
  const [contact] = await contactsOf(
    db,
    rows.map(({ applicant }) => applicant),
  );
  if (!contact || rows.length > 1) throw refuseFields({ "to.person": NOBODY });
  return {
    audience: "One person" as const,
    session: null,
    opens: null,
    programmes: [],
    stages: [],
    person: contact._id,
    departments: scope === "all" ? null : scope.departments,
    madeby: staff,
    towhom: `${contact.lastname} ${contact.firstname}, ${contact.jamb}`,
  };
}
