import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { admittingProgrammesWithin } from "#college/programme/programme.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuseFields } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { performChecked, type Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { listHoles, openSession, type SessionHole } from "../session.opening.contract.ts";
import { addSessionPart, type SessionPart, sessionParts } from "../session.part.server.ts";
import { datesOf, type LockedSession, lockEverySession, lockSession, sessionsById } from "../session.read.server.ts";

/** A session's own dates are nobody else's: they are lacking or not. */
const sessionPart: SessionPart = {
  name: "dates of applications",
  holes: async (db, session): Promise<SessionHole[]> => {
    const { name, opens, closes } = await datesOf(db, session);
    if (opens && closes) return [];
    const sentence = `Nobody has said when applications for ${name} open and close`;
    return [{ programme: null, about: "Dates", sentence, link: `/staff/sessions/${session}/edit` }];
  },
};

interface Copied {
  readonly name: string;
  readonly count: number;
  readonly remark: string | null;
}

export function sessionOpeningCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  addSessionPart(app, sessionPart);

  handle(app, openSession, staff("sessions.change"), async (ask) => {
    const { from, to, check } = ask.body;
    requireWholeCollege(ask.who);
    if (from === to)
      throw refuseFields("copy-into-itself", {
        from: "A session is not copied into itself. Choose another one to copy from",
      });
    const copied = async (work: Work) => {
      await lockEverySession(work.trx);
      const source = await lockSession(work.trx, from);
      const opened = await lockSession(work.trx, to);
      if (!source)
        throw refuseFields("choice-not-found", { from: "This session was not found. Choose one from the list" });
      if (!opened)
        throw refuseFields("choice-not-found", { to: "This session was not found. Choose one from the list" });
      const parts = await copyParts(sessionParts(app), work, source, opened);
      return { type: "success" as const, message: summary(parts, source, opened), parts };
    };
    if (!check) return write(app, ask, copied);
    const by = { actor: ask.who.actor, request: ask.request.id };
    return { ...(await performChecked(db, by, copied)), message: "Nothing has been copied yet" };
  });

  handle(app, listHoles, staff("sessions"), async ({ who, params }) => {
    const found = isId(params.id) && (await sessionsById(db, [params.id])).get(params.id);
    if (!found) throw notFound();
    const programmes = await admittingProgrammesWithin(db, who.scope);
    const holes = sessionParts(app).map((part) => part.holes?.(db, found._id, programmes) ?? []);
    return (await Promise.all(holes)).flat();
  });
}

/** Copies part after part, and writes a line of the session's history for each. */
async function copyParts(
  parts: readonly SessionPart[],
  work: Work,
  from: LockedSession,
  to: LockedSession,
): Promise<Copied[]> {
  const { trx, note } = work;
  const copied: Copied[] = [];
  for (const { name, copy, remark } of parts) {
    if (!copy) continue;
    const said = (await remark?.(trx, from._id, to._id)) ?? null;
    const count = await copy(work, from._id, to._id);
    copied.push({ name, count, remark: said });
    const reason = `${asFigure(count)} ${name} from ${from.name}`;
    if (count > 0)
      note({
        deed: "session.copy",
        subject: `session:${to._id}`,
        after: { part: name, count, from: from._id },
        reason,
      });
  }
  if (copied.every(({ count }) => count === 0))
    note({
      deed: "session.copy",
      subject: `session:${to._id}`,
      after: { from: from._id },
      reason: `Nothing was left to copy from ${from.name}`,
    });
  return copied;
}

function summary(parts: readonly Copied[], from: LockedSession, to: LockedSession): string {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return `${to.name} has all that ${from.name} has, so nothing was copied`;
  return `${asCount(total, "record was", "records were")} copied from ${from.name} to ${to.name}`;
}
