import type { FastifyInstance } from "fastify";
import { refuse } from "#kit/wire/refusal.server.ts";
import { bytesKept } from "#platform/files/stored-file.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";

const hourly: Limit = {
  name: "uploads",
  points: 60,
  seconds: 3600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

/** Ten times what an application asks for; without it one account fills the disk within days. */
const MAX_KEPT_BYTES = 100 * 1024 * 1024;

/** Refuses another file of somebody who has sent too many, in an hour or altogether. */
export async function requireRoom(app: FastifyInstance, owner: string): Promise<void> {
  await app.portal.limits.take(hourly, owner);
  await requireSpace(app, owner);
}

/** The same before a file that comes in pieces, which is counted when it is judged. */
export async function requireRoomAhead(app: FastifyInstance, owner: string): Promise<void> {
  await app.portal.limits.refuseSpent(hourly, owner);
  await requireSpace(app, owner);
}

async function requireSpace({ portal: { db } }: FastifyInstance, owner: string): Promise<void> {
  if ((await bytesKept(db, owner)) < MAX_KEPT_BYTES) return;
  throw refuse(
    "limit-reached",
    `You have sent more files than any application needs. Please write to the ${contact.office} (${contact.emailaddress})`,
  );
}
