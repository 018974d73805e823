import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { isOwnJamb } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { currentAdmission, sessionsById } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { columnsOf, mayRead, type RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { filedName } from "#identity/account/account.rules.ts";
import { personOf } from "#identity/account/account.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { write } from "#platform/write/write.server.ts";
import { reviewsOf } from "#selection/review/review.server.ts";
import { nationalOf } from "../outgoing-list/outgoing-list.server.ts";
import { lookAtNeeds, lookedAtNeeds, lookForNeedsRound } from "./need/need.look.server.ts";
import { type PersonStanding, standingOfPeople } from "./need/need.standing.server.ts";
import {
  type Companion,
  lookForNeeds,
  nationalNeedLines,
  outsideDays,
  readCompanion,
  readNeedCounts,
  sayDone,
  takeBack,
} from "./outside-step.contract.ts";
import {
  type NationalNeed,
  needsOf,
  type OutsideStep,
  outsideSteps,
  type SaidStep,
  saidSteps,
  standingsOf,
} from "./outside-step.rules.ts";

const outsideDayRules: RecordRules<typeof outsideDays> = {
  of: outsideDays,
  table: "outside_step",
  within: "college-wide",
  usual: async (trx) => ({ session: (await currentAdmission(trx)).session?._id }),
  constraints: {
    outside_step_once: ["value-taken", "step", "This step has its days in this session already. Change those"],
  },
};

const needRules: RecordRules<typeof nationalNeedLines> = {
  of: nationalNeedLines,
  table: "national_need",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnJamb(column("jamb"), member),
};

/** The applicant, with the application that has come furthest; without one, the account alone. */
async function ownStanding(db: Database, owner: string, session: string): Promise<PersonStanding> {
  const person = await personOf(db, owner);
  const own: RawBuilder<unknown> = sql`
    select ${owner}::uuid as applicant, ${person.jamb} as jamb, ${filedName(person)} as name, a.application, a.programme
    from (select) one left join lateral (
      select review._id as application, review.programme from (${reviewsOf(session)}) review
      where review.applicant = ${owner} order by review.state in ('Offered', 'Accepted') desc, review._id desc limit 1) a on true`;
  const [standing] = await standingOfPeople(db, session, own);
  if (!standing) throw new Error("One person stands in one row");
  const national = standing.student && (await nationalOf(db, standing.student));
  return { ...standing, national: national ? national.standing : standing.national };
}

interface SetDays {
  readonly step: OutsideStep;
  readonly opens: string | null;
  readonly closes: string | null;
  readonly note: string | null;
}

async function companionOf(db: Database, owner: string): Promise<Companion> {
  const { session } = await currentAdmission(db);
  if (!session) return { session: null, steps: [], needs: [] };
  const [standing, { rows }] = await Promise.all([
    ownStanding(db, owner, session._id),
    sql<SetDays>`select step, opens, closes, note from portal.outside_step where session = ${session._id}`.execute(db),
  ]);
  const days = new Map(rows.map((row) => [row.step, row]));
  const states = standingsOf(standing);
  const today = lagosToday();
  const said = { "O-Level results on CAPS": standing.olevelsaid, "JAMB admission letter": standing.lettersaid };
  const steps = outsideSteps.map((step) => {
    const { opens = null, closes = null, note = null } = days.get(step) ?? {};
    const late = states[step].state === "To do" && closes !== null && closes < today;
    return { step, ...states[step], opens, closes, note, late, said: isSaid(step) ? said[step] !== null : null };
  });
  return { session: session.name, steps, needs: needsOf(standing) };
}

const isSaid = (step: OutsideStep): step is SaidStep => saidSteps.some((one) => one === step);

/** Steps as an address calls them. */
const calledSteps: ReadonlyMap<string, SaidStep> = new Map([
  ["olevel", "O-Level results on CAPS"],
  ["letter", "JAMB admission letter"],
]);

function stepCalled(word: string): SaidStep {
  const step = calledSteps.get(word);
  if (!step) throw notFound();
  return step;
}

async function countsOf(db: Database, who: Officer, session: { _id: string; name: string } | null) {
  if (!session) return { session, people: 0, complete: 0, needs: [], lookedAt: null };
  const [looked, { rows }] = await Promise.all([
    lookedAtNeeds(db, session._id),
    sql<{ need: NationalNeed; count: number }>`select t.need, count(*)::int as count from portal.national_need t
      where t.session = ${session._id} and ${mayRead(needRules, who, columnsOf("t"))} group by t.need`.execute(db),
  ]);
  return { session, ...looked, needs: rows };
}

export function outsideStepCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readCompanion, applicant, ({ who }) => companionOf(db, who.applicant));

  handle(app, sayDone, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const step = stepCalled(ask.params.step);
      await lockApplicant(trx, ask.who.applicant);
      const { session } = await currentAdmission(trx);
      if (!session) throw refuse("no-session-admits", "No session admits now, so there is nothing to tick");
      await trx
        .insertInto("outside_said")
        .values({ applicant: ask.who.applicant, session: session._id, step })
        .onConflict((same) => same.doNothing())
        .execute();
      note({ deed: "outside_step.say", subject: `applicant:${ask.who.applicant}`, after: { step } });
      return { type: "success" as const, message: `${step}: ticked` };
    }),
  );

  handle(app, takeBack, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const step = stepCalled(ask.params.step);
      await lockApplicant(trx, ask.who.applicant);
      const { session } = await currentAdmission(trx);
      await trx
        .deleteFrom("outside_said")
        .where("applicant", "=", ask.who.applicant)
        .where("session", "=", session?._id ?? null)
        .where("step", "=", step)
        .execute();
      note({ deed: "outside_step.take_back", subject: `applicant:${ask.who.applicant}`, before: { step } });
      return { type: "success" as const, message: `${step}: not ticked any more` };
    }),
  );

  handle(app, readNeedCounts, staff("outside-steps"), async ({ who, params }) => {
    if (params.session === "now") {
      const { session } = await currentAdmission(db);
      return countsOf(db, who, session && { _id: session._id, name: session.name });
    }
    const found = isId(params.session) ? (await sessionsById(db, [params.session])).get(params.session) : undefined;
    if (!found) throw notFound();
    return countsOf(db, who, { _id: found._id, name: found.name });
  });

  handle(app, lookForNeeds, staff("outside-steps.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const { session } = ask.body;
      const name = isId(session) && (await sessionsById(trx, [session])).get(session)?.name;
      if (!name) throw refuseFields("choice-not-found", { session: "Choose a session" });
      const count = await lookAtNeeds(trx, session);
      note({ deed: "national_need.look", subject: `session:${session}`, after: { count } });
      return {
        type: "success" as const,
        message: `${asCount(count, "person lacks", "people lack")} something in ${name}`,
        count,
      };
    }),
  );
}

const ownSaid: OwnRows = {
  name: "outsidesteps",
  tables: ["outside_said"],
  rows: (owner) => sql`select to_jsonb(o) as row from portal.outside_said o where applicant = ${owner} order by step`,
  unused: { what: "ticked steps", drop: (owner) => sql`delete from portal.outside_said where applicant = ${owner}` },
};

export const outsideStepNoun: Noun = {
  name: "outside-step",
  calls: outsideStepCalls,
  records: [outsideDayRules],
  listings: [needRules],
  rounds: [lookForNeedsRound],
  ownRows: [ownSaid],
};
