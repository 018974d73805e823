import type { FastifyInstance } from "fastify";
import { officesOf } from "#access/office/office.server.ts";
import { reachesOf, staff } from "#access/permission/permission.server.ts";
import { isAlone } from "#access/set-up-rights/set-up-rights.server.ts";
import { activeStaff } from "#access/staff/staff.server.ts";
import { countWaiting } from "#bursary/payment-exception/payment-exception.server.ts";
import type { SessionHole } from "#calendar/session/session.opening.contract.ts";
import { currentAdmission, sessionParts, sessionsInOrder } from "#calendar/session/session.server.ts";
import { admittingProgrammesWithin } from "#college/programme/programme.server.ts";
import { recentExports } from "#console/export-log/export-log.server.ts";
import type { Noun, WaitingLine } from "#console/noun/noun.server.ts";
import type { Scope } from "#console/scope/scope.server.ts";
import { asFigure } from "#kit/value/count.rules.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { cameOn } from "#payments/payment-reference/payment-reference.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import { failedMails } from "#platform/mail/mail.server.ts";
import { brokenRules } from "#support/impossible-state/impossible-state.server.ts";
import { SET_UP } from "../set-up/set-up.rules.ts";
import { admissionCountCalls } from "./staff-dashboard.admission.server.ts";
import { type Figure, readStaffDashboard, type Takings, type Waiting } from "./staff-dashboard.contract.ts";
import { countOf, countShared } from "./staff-dashboard.count.server.ts";

/** What the bursar asks first in the morning: what came today and for the session, and what waits. */
async function takingsOf(app: FastifyInstance, session: string | null): Promise<Takings> {
  const { db } = app.portal;
  const at = await clock(db);
  const day = lagosDay(at);
  const [{ value }, waiting] = await Promise.all([
    countShared(app, `takings ${day} ${session}`, async () => {
      const came = await cameOn(db, day, session);
      return { value: came, at, rows: came.lines };
    }),
    countWaiting(db),
  ]);
  return { today: naira(value.today), session: session === null ? null : naira(value.session), waiting };
}

export function staffDashboardCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  admissionCountCalls(app);

  handle(app, readStaffDashboard, staff("dashboard"), async ({ who }) => {
    const [offices, { state, session }, rights, sessions] = await Promise.all([
      officesOf(db, who.staff),
      currentAdmission(db),
      reachesOf(db, who.staff),
      sessionsInOrder(db),
    ]);
    const opening = rights.get("sessions");
    const [lists, waiting, holes, broken, takings] = await Promise.all([
      listFigures(app, rights),
      waitingFor(app, who.staff, rights),
      opening === undefined || session === null ? 0 : countHoles(app, session._id, rights, opening),
      rights.get("impossible-states") === "all" ? countOf(db, brokenRules()) : 0,
      rights.get("day-book") === "all" ? takingsOf(app, session?._id ?? null) : null,
    ]);
    const failed = lists.find(({ name }) => name === "mails");
    return {
      offices,
      admission: {
        state,
        session: session?.name ?? null,
        opens: session?.opens ?? null,
        closes: session?.closes ?? null,
        link: opening !== undefined && session ? `/staff/sessions/${session._id}` : null,
      },
      waiting: [
        ...(state === "none" && rights.has("settings.change") && (await isAlone(db, who.staff)) ? [setUp] : []),
        ...waiting,
        ...(state === "none" && rights.has("sessions.change") ? [noSession] : []),
        ...(holes > 0 && session ? [holesOf(holes, session)] : []),
        ...(broken !== 0 ? [brokenOf(broken)] : []),
        ...(failed && failed.total !== 0 && rights.has("mails.change") ? [mailsOf(failed)] : []),
      ],
      figures: lists,
      takings,
      sessions,
    };
  });
}

/** What waits for a person, as every noun tells it: first what concerns the whole college, then what a list holds for them. */
async function waitingFor(app: FastifyInstance, staff: string, rights: ReadonlyMap<string, Scope>): Promise<Waiting[]> {
  const lines = app.nouns.flatMap(({ waiting = [] }) => waiting);
  const told = await Promise.all(
    lines.map(async (line) => {
      const scope = reachOf(line, rights);
      const count = scope === undefined ? 0 : await countOf(app.portal.db, line.rows({ scope, staff }));
      return { isOfList: line.list !== undefined, said: sentenceOf(line, count) };
    }),
  );
  return [...told.filter(({ isOfList }) => !isOfList), ...told.filter(({ isOfList }) => isOfList)].flatMap(
    ({ said }) => said,
  );
}

/** How far a line reaches for somebody with these rights; undefined where it is not theirs. */
function reachOf({ right, list }: WaitingLine, rights: ReadonlyMap<string, Scope>): Scope | undefined {
  if (list === undefined) return rights.get(right) === "all" ? "all" : undefined;
  return rights.has(right) ? rights.get(list) : undefined;
}

function sentenceOf({ one, many, deed, link }: WaitingLine, count: Figure["total"]): Waiting[] {
  if (count === 0) return [];
  return [{ sentence: count === 1 ? one : `${asFigure(count)} ${many}`, deed, link }];
}

/** For whoever begins: nobody else is there who could be asked. */
const setUp = { sentence: "The college is not set up yet", deed: "Set the college up", link: SET_UP };

/** What stands in the lists that the caller may open, each with its way there. */
async function listFigures({ portal: { db } }: FastifyInstance, rights: ReadonlyMap<string, Scope>): Promise<Figure[]> {
  const [programmes, people] = [rights.get("programmes"), rights.get("staff")];
  const figure = async (name: Figure["name"], link: string, count: Promise<Figure["total"]>): Promise<Figure> => ({
    name,
    total: await count,
    link,
  });
  return Promise.all([
    ...(programmes === undefined
      ? []
      : [
          figure(
            "programmes",
            "/staff/programmes",
            admittingProgrammesWithin(db, programmes).then(({ length }) => length),
          ),
        ]),
    ...(people === undefined ? [] : [figure("staff", "/staff/staff?status=Active", countOf(db, activeStaff(people)))]),
    ...(rights.get("mails") === undefined
      ? []
      : [figure("mails", "/staff/mails?state=failed", countOf(db, failedMails()))]),
    ...(rights.get("exports") === undefined ? [] : [figure("exports", "/staff/exports", countOf(db, recentExports()))]),
  ]);
}

/** How many things the session that admits lacks, as far as the right reaches; 0 for who may put none of them right. */
async function countHoles(
  app: FastifyInstance,
  session: string,
  rights: ReadonlyMap<string, Scope>,
  opening: Scope,
): Promise<number> {
  const { db } = app.portal;
  const programmes = await admittingProgrammesWithin(db, opening);
  const parts = await Promise.all(
    sessionParts(app).map((part) => part.holes?.(db, session, programmes) ?? Promise.resolve([])),
  );
  const found = parts.flat();
  const isMine = ({ link }: SessionHole) => rights.has(`${/^\/staff\/([^/?]+)/.exec(link)?.[1]}.change`);
  return rights.has("sessions.change") || found.some(isMine) ? found.length : 0;
}

const noSession: Waiting = {
  sentence: "No session takes applications.",
  deed: "Open one",
  link: "/staff/sessions",
};

const holesOf = (count: number, { _id, name }: { _id: string; name: string }): Waiting => ({
  sentence: count === 1 ? `One thing is missing in ${name}.` : `${asFigure(count)} things are missing in ${name}.`,
  deed: "See what is missing",
  link: `/staff/sessions/${_id}`,
});

const brokenOf = (rules: Figure["total"]): Waiting => ({
  sentence:
    rules === 1 ? "One state that should be impossible was found." : `${rules} rules of the portal do not hold.`,
  deed: "See what is wrong",
  link: "/staff/impossible-states",
});

const mailsOf = ({ total, link }: Figure): Waiting => ({
  sentence: total === 1 ? "One mail could not be sent." : `${asFigure(total)} mails could not be sent.`,
  deed: "See them",
  link,
});

export const staffDashboardNoun: Noun = {
  name: "staff-dashboard",
  calls: staffDashboardCalls,
};
