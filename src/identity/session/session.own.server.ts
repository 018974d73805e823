import type { FastifyInstance, FastifyReply } from "fastify";
import { sql } from "kysely";
import { type Actor, type Ask, type Guard, handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { browserInWords } from "#platform/http/browser.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { AccountSignInsCalls } from "./session.own.contract.ts";

export interface SignedIn {
  readonly actor: Actor;
  /** The applicant's `_id`. */
  readonly applicant: string;
  /** The stored form of what holds the sign-in. */
  readonly token: Buffer;
  /** On a device of others. */
  readonly shared: boolean;
}

/** Ends the sign-in that asks, in every area that it opened. */
export function endThisSignIn(app: FastifyInstance, ask: Ask<SignedIn>) {
  leaveNothing(ask);
  return write(app, ask, async ({ trx, note }) => {
    await trx.deleteFrom("sign_in").where("token", "=", ask.who.token).execute();
    note({ deed: "session.end", subject: `applicant:${ask.who.applicant}` });
    return { type: "success" as const, message: "You are signed out" };
  });
}

/** To a browser on a device of others: forget whatever this origin has stored or kept, other people's drafts among it. */
function leaveNothing({ who, reply }: Ask<SignedIn>): void {
  if (who.shared) reply.header("clear-site-data", '"cache", "storage"');
}

/** Where somebody is signed in, and its end; `leave` tells the browser that its own sign-in is over. */
export function ownSignInCalls<Who extends SignedIn>(
  app: FastifyInstance,
  calls: AccountSignInsCalls,
  guard: Guard<Who>,
  leave: (reply: FastifyReply) => void,
): void {
  const { db } = app.portal;

  handle(app, calls.list, guard, async ({ who }) => {
    const living = await db
      .selectFrom("sign_in")
      .select(["_id", "token", "agent", "address", "createdAt", "seenAt", "shared"])
      .where("applicant", "=", who.applicant)
      .where("endsAt", ">", sql<string>`now()`)
      .where(sql<boolean>`"seenAt" + idle > now()`)
      .orderBy("seenAt", "desc")
      .orderBy("_id")
      .execute();
    return living.map(({ agent, token, ...signIn }) => ({
      ...signIn,
      browser: browserInWords(agent),
      current: token.equals(who.token),
    }));
  });

  handle(app, calls.end, guard, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params as { readonly id: string };
      const own = trx.deleteFrom("sign_in").where("_id", "=", id).where("applicant", "=", ask.who.applicant);
      const ended = isId(id) && (await own.returning("_id").executeTakeFirst());
      if (!ended) throw notFound();
      note({ deed: "session.end", subject: `applicant:${ask.who.applicant}` });
      return { type: "success" as const, message: "That sign-in has ended" };
    }),
  );

  handle(app, calls.endOthers, guard, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const own = trx.deleteFrom("sign_in").where("applicant", "=", ask.who.applicant);
      const others = await own.where("token", "!=", ask.who.token).executeTakeFirst();
      const ended = Number(others.numDeletedRows);
      note({ deed: "session.end-others", subject: `applicant:${ask.who.applicant}`, after: { ended } });
      const message = ended === 0 ? "You are signed in here only" : "You are now signed in here only";
      return { type: "success" as const, message };
    }),
  );

  handle(app, calls.endAll, guard, (ask) => {
    leaveNothing(ask);
    leave(ask.reply);
    return write(app, ask, async ({ trx, note }) => {
      const all = await trx.deleteFrom("sign_in").where("applicant", "=", ask.who.applicant).executeTakeFirst();
      const ended = Number(all.numDeletedRows);
      note({ deed: "session.end-all", subject: `applicant:${ask.who.applicant}`, after: { ended } });
      return { type: "success" as const, message: "You are signed out everywhere" };
    });
  });
}
