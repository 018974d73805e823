import type { FastifyInstance } from "fastify";
import type { PageKey } from "#access/page/pages.contract.ts";
import { officesOf } from "#access/permission/permission.office.server.ts";
import { reachOf, staff } from "#access/permission/permission.server.ts";
import { activeStaff } from "#access/staff/staff.server.ts";
import { currentAdmission } from "#calendar/session/session.server.ts";
import { sessionParts } from "#calendar/session-opening/session-opening.part.server.ts";
import { admittingProgrammesWithin } from "#college/programme/programme.server.ts";
import { recentExports } from "#console/export-log/export-log.server.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import { handle } from "#kit/handle.server.ts";
import { failedMails } from "#platform/mail/mail.server.ts";
import { type Figure, readStaffDashboard, type Waiting } from "./staff-dashboard.contract.ts";
import { admissionFigures, countOf } from "./staff-dashboard.count.server.ts";

export function staffDashboardCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readStaffDashboard, staff("dashboard"), async ({ who }) => {
    const [offices, { state, session }, rights] = await Promise.all([
      officesOf(db, who.staff),
      currentAdmission(db),
      rightsOf(app, who),
    ]);
    const [admission, lists, holes] = await Promise.all([
      admissionFigures(db, who.scope, session?._id ?? null),
      listFigures(app, rights),
      rights.sessions === undefined || session === null ? 0 : countHoles(app, rights.sessions, session._id),
    ]);
    const failed = lists.find(({ name }) => name === "mails");
    return {
      offices,
      admission: {
        state,
        session: session?.name ?? null,
        opens: session?.opens ?? null,
        closes: session?.closes ?? null,
        link: rights.sessions !== undefined && session ? `/staff/sessions/${session._id}` : null,
      },
      waiting: [
        ...(state === "none" && rights.sessions !== undefined ? [noSession] : []),
        ...(holes > 0 && session ? [holesOf(holes, session)] : []),
        ...(failed && failed.total !== 0 ? [mailsOf(failed)] : []),
      ],
      figures: [...admission, ...lists],
    };
  });
}

type Rights = Readonly<Record<"sessions" | "programmes" | "staff" | "mails" | "exports", Scope | undefined>>;

/** How far the caller's rights to the lists reach that this page leads to; undefined without one. */
async function rightsOf({ portal: { db } }: FastifyInstance, who: Officer): Promise<Rights> {
  const reaches = (page: PageKey) => reachOf(db, who.staff, page);
  const [sessions, programmes, people, mails, exports] = await Promise.all([
    reaches("sessions"),
    reaches("programmes"),
    reaches("staff"),
    reaches("mails"),
    reaches("exports"),
  ]);
  return { sessions, programmes, staff: people, mails, exports };
}

/** What stands in the lists that the caller may open, each with its way there. */
async function listFigures({ portal: { db } }: FastifyInstance, rights: Rights): Promise<Figure[]> {
  const { programmes, staff: people, mails, exports } = rights;
  const figure = async (name: Figure["name"], link: string, count: Promise<Figure["total"]>): Promise<Figure> => ({
    name,
    total: await count,
    lately: null,
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
    ...(mails === undefined ? [] : [figure("mails", "/staff/mails?state=failed", countOf(db, failedMails()))]),
    ...(exports === undefined ? [] : [figure("exports", "/staff/exports", countOf(db, recentExports()))]),
  ]);
}

/** How many things the session that admits lacks, as far as the right reaches. */
async function countHoles(app: FastifyInstance, scope: Scope, session: string): Promise<number> {
  const { db } = app.portal;
  const programmes = await admittingProgrammesWithin(db, scope);
  const found = await Promise.all(
    sessionParts(app).map((part) => part.holes?.(db, session, programmes) ?? Promise.resolve([])),
  );
  return found.flat().length;
}

const noSession: Waiting = {
  sentence: "No session takes applications.",
  deed: "Open one",
  link: "/staff/sessions",
};

const holesOf = (count: number, { _id, name }: { _id: string; name: string }): Waiting => ({
  sentence:
    count === 1
      ? `One thing is missing in ${name}.`
      : `${count.toLocaleString("en-NG")} things are missing in ${name}.`,
  deed: "See what is missing",
  link: `/staff/sessions/${_id}`,
});

const mailsOf = ({ total, link }: Figure): Waiting => ({
  sentence: total === 1 ? "One mail could not be sent." : `${total.toLocaleString("en-NG")} mails could not be sent.`,
  deed: "See them",
  link: link ?? "",
});
