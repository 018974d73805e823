import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import * as v from "valibot";
import { staff } from "#access/permission/permission.server.ts";
import { askedSession, sessionsById } from "#calendar/session/session.server.ts";
import { readSchools } from "#college/college/college.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { type MeritScheme, meritScheme, readScheme, saveScheme, usualScheme } from "./merit-scheme.contract.ts";

interface KeptScheme {
  readonly scheme: MeritScheme;
  /** From 1. */
  readonly version: number;
}

async function keptScheme(db: Database | Trx, session: string): Promise<KeptScheme | undefined> {
  const { rows } = await sql<{ scheme: unknown; version: number }>`select scheme, version from portal.merit_scheme
    where session = ${session}`.execute(db);
  return rows[0] && { scheme: v.parse(meritScheme, rows[0].scheme), version: rows[0].version };
}

/** By what a session's places are shared out; undefined while nobody has said. */
export const schemeOf = async (db: Database, session: string): Promise<MeritScheme | undefined> =>
  (await keptScheme(db, session))?.scheme;

const MEANWHILE = "This scheme was changed in another place meanwhile. Compare it with what you typed, then save";

/** How a session's applications are weighed: one scheme each, read by all who see merit lists, set for the whole college. */
export function meritSchemeCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readScheme, staff("merit-lists"), async ({ request }) => {
    const { _id, name: label } = await askedSession(db, request.query);
    const [kept, teaching] = await Promise.all([keptScheme(db, _id), readSchools(db)]);
    const last = kept ? null : await lastScheme(db, _id);
    const from = last?.from ?? null;
    const held = kept ?? last;
    return {
      session: { _id, label },
      version: kept?.version ?? 0,
      from,
      scheme: held?.scheme ?? usualScheme,
      schools: teaching,
    };
  });

  handle(app, saveScheme, staff("merit-lists.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { who, params, body, request } = ask;
      requireWholeCollege(who);
      const { _id, name } = await namedSession(trx, params.session);
      await requireSchools(trx, body);
      const before = await keptScheme(trx, _id);
      const seen = before?.version ?? 0;
      requireVersion(request, seen);
      const { rows } = await onConstraint(
        { merit_scheme_pkey: () => stale("version-stale", MEANWHILE) },
        seen === 0
          ? sql<{ version: number }>`insert into portal.merit_scheme (session, scheme)
              values (${_id}, ${JSON.stringify(body)}::jsonb) returning version`.execute(trx)
          : sql<{ version: number }>`update portal.merit_scheme set scheme = ${JSON.stringify(body)}::jsonb,
              version = version + 1, "updatedAt" = now() where session = ${_id} and version = ${seen}
              returning version`.execute(trx),
      );
      const [row] = rows;
      if (!row) throw stale("version-stale", MEANWHILE);
      note({ deed: "merit_scheme.save", subject: `merit_scheme:${_id}`, before: before?.scheme, after: body });
      return { type: "success" as const, message: `Scheme of ${name} saved`, version: row.version };
    }),
  );
}

async function namedSession(trx: Trx, id: string) {
  const [found] = isId(id) ? (await sessionsById(trx, [id])).values() : [];
  if (!found) throw notFound();
  return found;
}

/** Refuses a scheme that counts as science what is no school of the college. */
export async function requireSchools(db: Database | Trx, { sciences }: Pick<MeritScheme, "sciences">): Promise<void> {
  const known = new Set((await readSchools(db)).map(({ _id }) => _id));
  if (!sciences.every((one) => known.has(one)))
    throw refuseFields("choice-not-found", {
      sciences: "One of the schools of science is not there any more. Choose them again",
    });
}

/** What another session was weighed by last: a new one begins with it. */
async function lastScheme(db: Database, session: string) {
  const { rows } = await sql<{ session: string; scheme: unknown }>`select session, scheme from portal.merit_scheme
    where session <> ${session} order by "updatedAt" desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const other = (await sessionsById(db, [row.session])).get(row.session);
  return { scheme: v.parse(meritScheme, row.scheme), from: other?.name ?? null };
}

export const meritSchemeNoun: Noun = {
  name: "merit-scheme",
  calls: meritSchemeCalls,
};
