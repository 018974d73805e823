import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { type RecordRules, requireWide } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { type LockedSession, lockEverySession, lockSession } from "./session.read.server.ts";
import { admitSession, runSession, sessions, stopAdmission } from "./session.record.contract.ts";

const DATES = "This session admits, so it needs the times when applications open and close. Stop the admission first";

export const sessionRules: RecordRules<typeof sessions> = {
  of: sessions,
  table: "session",
  within: "college-wide",
  constraints: {
    session_code: ["value-taken", "code", "Another session has this code already"],
    session_name: ["value-taken", "name", "Another session has this name already"],
    session_closes_after_opening: ["dates-out-of-order", "closes", "Applications must close after they open"],
    session_admission_has_dates: ["dates-not-set", "opens", DATES],
  },
};

/** What at most one session is. */
type Office = "status" | "admission";

/** What the history calls it when a session gets the office, and when it loses it. */
type Deeds = readonly [began: string, ended: string];

/** The deeds that decide which session runs and which admits: at most one each, the change of both in one transaction. */
export function sessionDeedCalls(app: FastifyInstance): void {
  const guard = staff("sessions.change");

  handle(app, runSession, guard, (ask) =>
    write(app, ask, async (work) => {
      const session = await confirmed(work, ask);
      if (session.status) throw refuse("already-so", `${session.name} runs already`);
      await takeOver(work, session, "status", ["made-running", "stopped-running"]);
      return { type: "success" as const, message: `${session.name} runs now` };
    }),
  );

  handle(app, admitSession, guard, (ask) =>
    write(app, ask, async (work) => {
      const session = await confirmed(work, ask);
      if (session.admission) throw refuse("already-so", `${session.name} takes applications already`);
      if (!session.opens || !session.closes)
        throw refuse(
          "dates-not-set",
          `Say first when applications for ${session.name} open and close, then let it admit`,
        );
      await takeOver(work, session, "admission", ["admission-started", "admission-stopped"]);
      return { type: "success" as const, message: `${session.name} is the session that admits now` };
    }),
  );

  handle(app, stopAdmission, guard, (ask) =>
    write(app, ask, async (work) => {
      const session = await confirmed(work, ask);
      if (!session.admission)
        throw refuse("already-so", `${session.name} does not take applications, so nothing has to stop`);
      await sql`update portal.session set admission = false, version = version + 1, "updatedAt" = now()
        where _id = ${session._id}`.execute(work.trx);
      note(work, session, "admission-stopped", { admission: [true, false] });
      return { type: "success" as const, message: `${session.name} takes no applications any more` };
    }),
  );
}

interface Asked {
  readonly who: Officer;
  readonly params: { readonly id: string };
  readonly body: { readonly confirm: string };
}

/** The session, locked with all others; its code was typed by whoever does this. */
async function confirmed({ trx }: Work, { who, params, body }: Asked): Promise<LockedSession> {
  requireWide(sessionRules, who);
  await lockEverySession(trx);
  const session = await lockSession(trx, params.id);
  if (!session) throw notFound();
  if (body.confirm.toLowerCase() !== session.code.toLowerCase())
    throw refuseFields("confirmation-wrong", {
      confirm: `Type ${session.code}, the code of ${session.name}, to confirm`,
    });
  return session;
}

/** Whoever has the office loses it first: the database holds that there is one at most. */
async function takeOver(work: Work, session: LockedSession, office: Office, [began, ended]: Deeds): Promise<void> {
  const column = sql.ref(office);
  const changed = sql`version = version + 1, "updatedAt" = now()`;
  const { rows } = await sql<{ _id: string }>`update portal.session set ${column} = false, ${changed}
    where ${column} returning _id`.execute(work.trx);
  await sql`update portal.session set ${column} = true, ${changed} where _id = ${session._id}`.execute(work.trx);
  for (const other of rows) note(work, other, ended, { [office]: [true, false] }, `${session.name} follows`);
  note(work, session, began, { [office]: [false, true] });
}

function note(
  work: Work,
  { _id }: { readonly _id: string },
  deed: string,
  changes: Readonly<Record<string, readonly [before: boolean, after: boolean]>>,
  reason?: string,
): void {
  const side = (place: 0 | 1) => Object.fromEntries(Object.entries(changes).map(([name, both]) => [name, both[place]]));
  work.note({
    deed: `session.${deed}`,
    subject: `session:${_id}`,
    before: side(0),
    after: side(1),
    ...(reason && { reason }),
  });
}
