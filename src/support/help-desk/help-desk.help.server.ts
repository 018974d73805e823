import type { FastifyInstance } from "fastify";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { type DeskAccount, deskAccount } from "#identity/account/account.server.ts";
import type { Endpoint, Schema } from "#kit/wire/endpoint.contract.ts";
import { type Ask, handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { type Limit, takeWith } from "#platform/limits/limits.server.ts";
import type { Note, Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";

/** One clerk helps so many people in an hour, and nobody goes through the register. */
export const helpLimit: Limit = {
  name: "help-desk-deeds",
  points: 60,
  seconds: 3_600,
  sentence: "You have helped sixty times within the hour. Please wait a while, or ask a colleague",
};

type PersonPath = `/staff/ms_help_desk/:id/${string}`;

interface Help<Body> {
  readonly trx: Trx;
  readonly account: DeskAccount;
  readonly ask: Ask<Officer, PersonPath, Body>;
}

/** What was done, in a sentence for whoever did it. */
interface Done {
  readonly message: string;
  readonly deed: `${typeof HELP_PREFIX}${string}`;
  readonly before?: Note["before"];
  readonly after?: Note["after"];
}

/**
 * Registers a deed of the help desk: for whoever may change there, on anybody's account but the own one, with a reason that
 * stands in the audit. 404 for an unknown applicant.
 */
export function helpDeedCall<Body extends { readonly reason: string }>(
  app: FastifyInstance,
  // biome-ignore lint/suspicious/noExplicitAny: what a form is typed as, and what it becomes, differ
  endpoint: Endpoint<PersonPath, import("valibot").GenericSchema<any, Body>, Schema>,
  help: (given: Help<Body>) => Promise<Done>,
): void {
  handle(app, endpoint, staff("help-desk.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const account = await helpedAccount(trx, ask.who, ask.params.id);
      await takeWith(trx, helpLimit, ask.who.staff);
      const { message, ...done } = await help({ trx, account, ask });
      note({ ...done, subject: `applicant:${account._id}`, reason: ask.body.reason });
      return { type: "success" as const, message };
    }),
  );
}

/** The account that is helped. Refuses a narrow right, and one's own (403). */
export async function helpedAccount(trx: Database | Trx, who: Officer, id: string): Promise<DeskAccount> {
  requireWholeCollege(who);
  const account = isId(id) ? await deskAccount(trx, id) : undefined;
  if (!account) throw notFound();
  await refuseOwnFiles(trx, who, [account._id]);
  return account;
}

/** With this the help desk's own deeds begin in the audit. */
export const HELP_PREFIX = "help-desk.";

/** What was done to an account, as the person's page says it. */
export const helpDeedWords: Readonly<Record<string, string>> = {
  "help-desk.resend-code": "Sent a new verification code",
  "help-desk.send-password-link": "Sent a link to choose a password",
  "help-desk.ask-address": "Asked for another email address",
  "help-desk.withdraw-address": "Took the change of the address back",
  "address-change.confirm": "Confirmed the new email address",
  "help-desk.change-phone": "Corrected the phone number",
  "help-desk.end-sign-ins": "Signed out everywhere",
  "help-desk.answer-erasure": "Deleted what may go, and answered the wish to have the data deleted",
  "own-data.ask": "Asked that the data be deleted",
  "own-data.copy": "Took a copy of the own data",
  "help-desk.pass-payment": "Asked the bursary about a payment",
  "help-desk.see": "Saw what the person sees",
};
