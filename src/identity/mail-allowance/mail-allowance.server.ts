import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "#kit/wire/handle.server.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import { enqueue, type Job } from "#platform/jobs/jobs.server.ts";
import { type Limit, takeWith } from "#platform/limits/limits.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";

/** Three mails an hour to one address, whatever asks for them and whether the address is known or not. Contract 3.6. */
const mails: Limit = {
  name: "mail-from",
  points: 3,
  seconds: 3_600,
  sentence:
    "We have already sent three mails to this address within the hour. Please look for them, in the spam folder too, or try again later",
};

/** For all who ask together: so that a stranger who spends three keeps the owner, elsewhere, from none. */
const together: Limit = { ...mails, name: "mail", points: 9 };

/** The help desk's own, which no stranger spends. */
const ofDesk: Limit = { ...mails, name: "mail-desk" };

/**
 * First statement of every change that a visitor's mail goes with: such changes wait for each other. Refuses with 429. `from`
 * is the connection that asks.
 */
export async function takeMail(trx: Trx, emailaddress: string, from: string): Promise<void> {
  // Its own first: what it may not have sent any more counts for nobody else.
  await takeWith(trx, mails, `${keyOf(emailaddress)}:${from}`);
  await takeWith(trx, together, keyOf(emailaddress));
}

/** As `takeMail`, for a mail that the help desk sends to whom it helps. */
export async function takeDeskMail(trx: Trx, emailaddress: string): Promise<void> {
  await takeWith(trx, { ...together, points: Number.POSITIVE_INFINITY }, keyOf(emailaddress));
  await takeWith(trx, ofDesk, keyOf(emailaddress));
}

/** One mailbox has many addresses: all that stands behind a plus, and the dots of Gmail. */
function keyOf(emailaddress: string): string {
  const [name = "", domain = ""] = emailaddress.toLowerCase().split("@");
  const plain = name.split("+")[0] || name;
  const box = /^(?:gmail|googlemail)\.com$/.test(domain)
    ? `${plain.replaceAll(".", "")}@gmail.com`
    : `${plain}@${domain}`;
  return createHash("sha256").update(box).digest("base64url");
}

/** What anybody asks to be sent to an address, counted apart from what else was sent there. */
const wanted: Limit = { ...mails, name: "mail-wanted" };

/**
 * As `takeMail`, for a mail that anybody may ask for to any address. Whether another mail may go there is answered, not told:
 * a refusal that comes sooner would say that somebody of this address was here within the hour. Contract 3.4.
 */
async function takeWantedMail(trx: Trx, emailaddress: string, from: string): Promise<boolean> {
  await takeWith(trx, wanted, `${keyOf(emailaddress)}:${from}`);
  return takeMail(trx, emailaddress, from).then(
    () => true,
    (spent) => {
      if (spent instanceof Refusal) return false;
      throw spent;
    },
  );
}

/** Asked for from one internet address, whatever the recipients; loosely, because a business centre shares one. Contract 3.6. */
const mailsAsked: Limit = {
  name: "mail-asked-address",
  points: 300,
  seconds: 900,
  sentence: "Too many mails were asked for from this internet connection. Please try again in 15 minutes",
};

interface AskForMail {
  readonly who: { readonly actor: Actor };
  readonly body: { readonly emailaddress: string };
  readonly request: FastifyRequest;
}

/**
 * Mails what anybody may ask for to any address, by a job that looks the address up after the answer went out: neither the
 * answer nor its time tells who has an account. Refuses with 429.
 */
export async function mailOnRequest(
  app: FastifyInstance,
  ask: AskForMail,
  { job, deed, subject, message }: Record<"deed" | "subject" | "message", string> & { job: Job<AskForMail["body"]> },
) {
  const network = networkOf(ask.request);
  await app.portal.limits.take(mailsAsked, network);
  return write(app, ask, async ({ trx, note }) => {
    if (await takeWantedMail(trx, ask.body.emailaddress, network)) await enqueue(trx, job, ask.body);
    note({ deed, subject });
    return { type: "success" as const, message };
  });
}
