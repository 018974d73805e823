import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { filedName } from "#identity/account/account.rules.ts";
import { personOf } from "#identity/account/account.server.ts";
import { letOnlookersIn } from "#identity/session/session.server.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { expired, notFound, Refusal } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import { helpedAccount } from "./help-desk.help.server.ts";
import { endView, openView, readView, VIEW_MINUTES } from "./help-desk.view.contract.ts";

/**
 * Seeing what an applicant sees, without being able to act. `seen` are the reads that an onlooker may ask; everything else,
 * every change above all, is refused before its body is read. The name of a view is worth nothing without the cookie of
 * the sign-in that opened it, and the right is asked for at each read. Decision 0040.
 */
export function viewCalls(app: FastifyInstance, seen: readonly AnyEndpoint[]): void {
  const { db } = app.portal;
  const guard = staff("help-desk.change");

  letOnlookersIn(app, async (request, view) => {
    const who = await guard.admit(request);
    const found = await ownView(db, who, view);
    if (!found) throw expired();
    const { endpoint } = request.routeOptions.config;
    if (request.method !== "GET")
      throw new Refusal("looking-on-only", 403, "You are looking on: nothing can be done from here");
    if (!endpoint || !seen.includes(endpoint))
      throw new Refusal("hidden-while-looking-on", 403, "This is not shown to whoever looks on");
    return { actor: who.actor, applicant: found.applicant };
  });

  // Papers are the desk's business: an onlooker sees that they are there, and opens none.
  app.addHook("preSerialization", async (request, _reply, answer) => {
    const { endpoint } = request.routeOptions.config;
    return endpoint && request.who?.actor.kind === "staff" && seen.includes(endpoint) ? withoutLinks(answer) : answer;
  });

  handle(app, openView, guard, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const account = await helpedAccount(trx, ask.who, ask.params.id);
      await trx.deleteFrom("help_desk_view").where("session", "=", ask.who.session).execute();
      const opening = trx
        .insertInto("help_desk_view")
        .values({
          _id: newId(),
          applicant: account._id,
          session: ask.who.session,
          endsAt: sql`now() + make_interval(mins => ${VIEW_MINUTES}::int)`,
        })
        .returning(["_id", "endsAt"])
        .executeTakeFirstOrThrow();
      const view = await onConstraint({ help_desk_view_applicant: notFound, help_desk_view_session: expired }, opening);
      note({ deed: "help-desk.see", subject: `applicant:${account._id}`, reason: ask.body.reason });
      const message = `You see what ${filedName(account)} sees for ${VIEW_MINUTES} minutes`;
      return { type: "success" as const, message, view: view._id, endsAt: view.endsAt };
    }),
  );

  handle(app, readView, guard, async ({ who, params }) => {
    const view = await ownView(db, who, params.id);
    if (!view) throw notFound();
    const person = await personOf(db, view.applicant);
    return { applicant: view.applicant, name: filedName(person), endsAt: view.endsAt };
  });

  handle(app, endView, guard, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const view = await ownView(trx, ask.who, ask.params.id);
      if (!view) throw notFound();
      await trx.deleteFrom("help_desk_view").where("_id", "=", ask.params.id).execute();
      note({ deed: "help-desk.see-end", subject: `applicant:${view.applicant}` });
      return { type: "success" as const, message: "The view has ended" };
    }),
  );
}

const withoutLinks = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value) => (key === "link" ? "" : value));

/** A view of this very sign-in that has not ended. */
async function ownView(db: Database, { session }: Officer, view: string) {
  if (!isId(view)) return undefined;
  return db
    .selectFrom("help_desk_view")
    .select(["applicant", "endsAt"])
    .where("_id", "=", view)
    .where("session", "=", session)
    .where("endsAt", ">", sql<string>`now()`)
    .executeTakeFirst();
}
