import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  giveBackSetUpRights,
  isAlone,
  setUpRightsOf,
  takeSetUpRights,
} from "#access/set-up-rights/set-up-rights.server.ts";
import { starterGroups } from "#access/starter-group/starter-group.rules.ts";
import { groupsMade, makeGroups } from "#access/starter-group/starter-group.server.ts";
import { currentAdmission, sessionParts, sessionsById, sessionsInOrder } from "#calendar/session/session.server.ts";
import { collegeCodes } from "#college/college/college.server.ts";
import { admittingProgrammes } from "#college/programme/programme.server.ts";
import { starterSchools } from "#college/starter-catalogue/starter-catalogue.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { write } from "#platform/write/write.server.ts";
import { keptBrand, saveBrand } from "#reference/brand/brand.server.ts";
import { beginSetUp, giveBackRights, nameCollege, readSetUp, type SetUpStep, setUpSteps } from "./set-up.contract.ts";
import { setUpFillCalls } from "./set-up.fill.server.ts";

export function setUpCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readSetUp, staff("settings"), async ({ who }) => {
    const [session, there] = [await sessionInHand(db), new Set(await collegeCodes(db))];
    const said = await stepsOf(app, session);
    return {
      steps: setUpSteps.map((step) => ({ step, ...said[step] })),
      taken: await setUpRightsOf(db, who.staff),
      session,
      schools: starterSchools().filter(({ code }) => !there.has(code.toLowerCase())),
      proposed: await proposedSession(db),
    };
  });

  handle(app, nameCollege, staff("settings.change"), async (ask) => {
    requireWholeCollege(ask.who);
    const { form } = await keptBrand(db);
    const { message } = await saveBrand(app, ask, { ...form, ...ask.body });
    return { type: "success" as const, message };
  });

  handle(app, beginSetUp, staff("user-groups.change"), (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const groups = await makeGroups(work, ask.who.staff, starterGroups);
      const rights = (await isAlone(work.trx, ask.who.staff)) ? await takeSetUpRights(work, ask.who.staff) : 0;
      if (groups + rights === 0)
        throw refuse("nothing-to-add", "The starter groups are there already, and you hold what you may hold");
      const taken = rights > 0 ? `, and you hold ${rights} rights to set the college up` : "";
      return { type: "success" as const, message: `${groups} groups are there now${taken}` };
    }),
  );

  handle(app, giveBackRights, staff("settings"), (ask) =>
    write(app, ask, async (work) => {
      const count = await giveBackSetUpRights(work, ask.who.staff);
      if (count === 0) throw refuse("nothing-to-give-back", "You hold no rights that you took to set the college up");
      return { type: "success" as const, message: `${count} rights are given back` };
    }),
  );

  setUpFillCalls(app);
}

interface Session {
  readonly _id: string;
  readonly code: string;
  readonly name: string;
}

/** The session that admits, else the newest. */
async function sessionInHand(db: Database): Promise<Session | null> {
  const { session } = await currentAdmission(db);
  const id = session?._id ?? (await sessionsInOrder(db))[0]?._id;
  return id ? ((await sessionsById(db, [id])).get(id) ?? null) : null;
}

async function stepsOf(
  app: FastifyInstance,
  session: Session | null,
): Promise<Record<SetUpStep, { done: boolean; says: string }>> {
  const { db } = app.portal;
  const programmes = await admittingProgrammes(db);
  const found = session
    ? (await Promise.all(sessionParts(app).map((part) => part.holes?.(db, session._id, programmes) ?? []))).flat()
    : [];
  const lacks = (...about: string[]) => found.filter((hole) => about.includes(hole.about)).length;
  const isFilled = (...about: string[]) => session !== null && programmes.length > 0 && lacks(...about) === 0;
  const [brand, groups, admission] = [await keptBrand(db), await groupsMade(db), await currentAdmission(db)];
  const many = asCount(programmes.length, "programme takes", "programmes take");
  return {
    college: { done: brand.version > 0, says: brand.version > 0 ? brand.form.name : "" },
    groups: { done: groups > 0, says: `${groups} beside the administrators` },
    programmes: { done: programmes.length > 0, says: `${many} applicants` },
    session: { done: session !== null && lacks("Dates") === 0, says: session?.name ?? "" },
    fees: { done: isFilled("Application fee", "Acceptance fee"), says: "Every programme has a fee" },
    papers: { done: isFilled("Requirements"), says: "Every programme asks for papers" },
    places: { done: isFilled("Seats", "Entry rules"), says: "Every programme has seats and entry rules" },
    open: { done: admission.state !== "none", says: admission.session ? `${admission.session.name} admits` : "" },
  };
}

/** The academic year that is admitted to now, from today for three months. */
async function proposedSession(db: Database) {
  const { rows } = await sql<{ year: number; opens: string; closes: string }>`
    with today as (select date_trunc('day', now() at time zone 'Africa/Lagos') as day)
    select extract(year from day)::int as year, day at time zone 'Africa/Lagos' as opens,
      (day + interval '3 months' + interval '1 day' - interval '1 minute') at time zone 'Africa/Lagos' as closes
    from today`.execute(db);
  const { year = 2000, opens = "", closes = "" } = rows[0] ?? {};
  return { code: String(year), name: `${year}/${year + 1}`, opens, closes };
}

export const setUpNoun: Noun = {
  name: "set-up",
  calls: setUpCalls,
};
