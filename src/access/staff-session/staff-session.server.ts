import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { browserInWords } from "#platform/http/browser.server.ts";
import { write } from "#platform/write/write.server.ts";
import { staffSessions, staffSignOut } from "./staff-session.contract.ts";
import { enrollingStaff, signedInStaff } from "./staff-session.guard.server.ts";
import { forgetDeadStaffSessions } from "./staff-session.job.server.ts";
import { endOtherStaffSessions, staffCookie } from "./staff-session.open.server.ts";

export {
  enrollingStaff,
  type LivingSession,
  livingSession,
  nowhereScope,
  officerOf,
  refuseWithoutSecondFactor,
  signedInStaff,
} from "./staff-session.guard.server.ts";
export {
  endOtherStaffSessions,
  endStaffSessions,
  openStaffSession,
  staffCookie,
  vouchForSession,
} from "./staff-session.open.server.ts";

export function staffSessionCalls(app: FastifyInstance): void {
  const { config, db } = app.portal;

  handle(app, staffSessions.list, signedInStaff, async ({ who }) => {
    const living = await db
      .selectFrom("staff_session")
      .select(["_id", "agent", "address", "createdAt", "seenAt"])
      .where("staff", "=", who.staff)
      .where("endsAt", ">", sql<string>`now()`)
      .where(sql<boolean>`"seenAt" + idle > now()`)
      .orderBy("seenAt", "desc")
      .orderBy("_id")
      .execute();
    return living.map(({ agent, ...session }) => ({
      ...session,
      browser: browserInWords(agent),
      shared: false,
      current: session._id === who.session,
    }));
  });

  handle(app, staffSessions.end, signedInStaff, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      const own = trx.deleteFrom("staff_session").where("_id", "=", id).where("staff", "=", ask.who.staff);
      const ended = isId(id) && (await own.returning("_id").executeTakeFirst());
      if (!ended) throw notFound();
      note({ deed: "staff-session.end", subject: `staff:${ask.who.staff}` });
      return { type: "success" as const, message: "That sign-in has ended" };
    }),
  );

  handle(app, staffSessions.endOthers, signedInStaff, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const ended = await endOtherStaffSessions(trx, ask.who.staff, ask.who.session);
      note({ deed: "staff-session.end-others", subject: `staff:${ask.who.staff}`, after: { ended } });
      const message = ended === 0 ? "You are signed in here only" : "You are now signed in here only";
      return { type: "success" as const, message };
    }),
  );

  handle(app, staffSignOut, enrollingStaff, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      await trx.deleteFrom("staff_session").where("_id", "=", ask.who.session).execute();
      staffCookie.takeAway(config, ask.reply);
      note({ deed: "staff-session.end", subject: `staff:${ask.who.staff}` });
      return { type: "success" as const, message: "You are signed out" };
    }),
  );
}

export const staffSessionNoun: Noun = {
  name: "staff-session",
  calls: staffSessionCalls,
  rounds: [forgetDeadStaffSessions],
};
