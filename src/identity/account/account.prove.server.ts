import type { FastifyInstance } from "fastify";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import type { Limit } from "#platform/limits.server.ts";
import { isPassword } from "../password/password.server.ts";

/** Whoever holds somebody else's phone guesses no password with it. */
const guesses: Limit = {
  name: "password-again",
  points: 5,
  seconds: 900,
  sentence: "Too many wrong passwords. Please wait 15 minutes, or sign out and choose Forgot password?",
};

/** Refuses whoever does not know the account's password. An account without one is proven by its sign-in alone. */
export async function proveOwner(app: FastifyInstance, owner: string, typed: string | undefined): Promise<void> {
  const { db, limits } = app.portal;
  const { password } = await db
    .selectFrom("applicant")
    .select("password")
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();
  if (password === null) return;
  if (typed === undefined) throw refuseFields({ password: "Type your password again" });
  await limits.take(guesses, owner);
  if (!(await isPassword(password, typed))) throw refuseFields({ password: "This is not the password of the account" });
  await limits.giveBack(guesses, owner);
}

/** Whether an account has a password. */
export async function hasPassword(app: FastifyInstance, owner: string): Promise<boolean> {
  const { password } = await app.portal.db
    .selectFrom("applicant")
    .select("password")
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();
  return password !== null;
}
