import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Actor } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { hashToken } from "../session/session.server.ts";
import { GUESSABLE, type GuessedPerson, isGuessable, refuseGuessable } from "./credential.guessable.server.ts";
import { hashPassword } from "./credential.hash.server.ts";

export interface Chosen {
  readonly who: { readonly actor: Actor };
  /** The link of the mail, and the password. */
  readonly body: { readonly id: string; readonly password: string };
  readonly request: FastifyRequest;
}

interface Choosing<Owner extends GuessedPerson, R> {
  /** Whose link it is, while it is good. */
  readonly ownerOf: (link: string) => Promise<Owner | undefined>;
  /** What is said of a link that is taken no more. */
  readonly spent: string;
  /** Sets the password, given in its stored form. Answers null where somebody else used the link up meanwhile. */
  readonly change: (work: Work, owner: Owner, password: string) => Promise<R | null>;
}

/**
 * A password that is chosen behind a mailed link. Refuses one that others would try first before the link is used up, so
 * that the link stays good, and hashes it before the transaction begins.
 */
export async function choosePassword<Owner extends GuessedPerson, R>(
  app: FastifyInstance,
  ask: Chosen,
  { ownerOf, spent, change }: Choosing<Owner, R>,
): Promise<R> {
  refuseGuessable(ask.body.password, {});
  const owner = await ownerOf(ask.body.id);
  if (owner && isGuessable(ask.body.password, owner)) throw refuseFields("password-guessable", { password: GUESSABLE });
  const password = owner && (await hashPassword(ask.body.password));
  return write(app, ask, async (work) => {
    const reply = owner && password ? await change(work, owner, password) : null;
    if (reply === null) throw refuse("link-spent", spent);
    return reply;
  });
}

/**
 * Links that are mailed to choose a password, in their table: applicants and staff have one each, alike but for the column
 * that says whose a link is. Each works once, and is kept in a form that nobody can read.
 */
export function passwordLinks(...[table, whose]: ["password_reset", "applicant"] | ["staff_password_link", "staff"]) {
  // The compiler knows the columns of one of the two.
  const links = table as "password_reset";
  const owner = whose as "applicant";
  return {
    /** A new link, good for so many minutes. */
    async issue(trx: Trx, _id: string, minutes: number): Promise<string> {
      const link = randomBytes(16).toString("base64url");
      await trx
        .insertInto(links)
        .values({
          link: hashToken(link),
          [owner]: _id,
          endsAt: sql`now() + make_interval(mins => ${minutes})`,
        } as never)
        .execute();
      return link;
    },
    /** Uses a link up once, whoever else tries at the same moment; whether it was there to be used. */
    async spend(trx: Trx, link: string): Promise<boolean> {
      const spent = await trx
        .updateTable(links)
        .set({ usedAt: sql`now()` })
        .where("link", "=", hashToken(link))
        .where("usedAt", "is", null)
        .where("endsAt", ">", sql<string>`now()`)
        .returning("link")
        .executeTakeFirst();
      return spent !== undefined;
    },
    /** Somebody's links open nothing any more. */
    async endAll(trx: Trx, _id: string): Promise<void> {
      await trx
        .updateTable(links)
        .set({ usedAt: sql`now()` })
        .where(owner, "=", _id)
        .where("usedAt", "is", null)
        .execute();
    },
  };
}
