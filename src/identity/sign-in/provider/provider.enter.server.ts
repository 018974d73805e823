import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type * as v from "valibot";
import { type Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { perform, type Trx } from "#platform/write/perform.server.ts";
import { markMailbox, markVerified } from "../../account/account.server.ts";
import { deviceOf, forgetDevices, forgetGuesses, nameDevice } from "../../credential/credential.server.ts";
import { endSessions } from "../../session/session.server.ts";
import type { SignedInUser } from "../sign-in.contract.ts";
import { type KnownAccount, openSignIn } from "../sign-in.password.server.ts";
import { type identitySignIn, SIGNED_IN_BY_IDENTITY } from "./provider.contract.ts";
import { spendNonce } from "./provider.nonce.server.ts";
import type { ProvenIdentity } from "./provider.token.server.ts";

export type IdentityReply = v.InferInput<typeof identitySignIn.reply>;

interface Entering {
  readonly identity: ProvenIdentity;
  readonly shared: boolean;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly point: { readonly limit: Limit; readonly key: string };
}

/**
 * Lets the owner of a proven e-mail address in. The nonce is used up whatever comes of it. Refuses a second use of the
 * nonce and an address that the provider does not vouch for. Contract 3.20.
 */
export function enterByIdentity(app: FastifyInstance, { identity, shared, request, reply, point }: Entering) {
  const { config, db } = app.portal;
  const by = { actor: { kind: "visitor", id: null }, request: request.id } as const;
  return perform<IdentityReply | Refusal>(db, by, async ({ trx, note }) => {
    if (!(await spendNonce(config, trx, identity.nonce))) {
      throw refuse("sign-in-too-old", "This sign-in was used already or is older than ten minutes. Please begin again");
    }
    if (!identity.emailaddress) {
      note({ deed: "identity-sign-in.refuse", subject: "applicant:unnamed" });
      return withoutAddress();
    }
    const device = deviceOf(request);
    const account = await lockedAccount(trx, identity.emailaddress, device);
    if (!account) {
      note({ deed: "identity-sign-in.unknown", subject: "applicant:of-an-address" });
      return registration(identity);
    }
    const { proven, password, issued, verified: _, ...user } = account;
    const subject = `applicant:${user._id}`;
    if (!identity.confirmed) {
      note({ deed: "identity-sign-in.refuse", subject });
      return unconfirmed();
    }
    note({ deed: proven ? "identity-sign-in.use" : "identity-sign-in.verify", subject });
    if (!proven) await verifyAnew(trx, user);
    const opening = {
      account: { _id: user._id, password: proven ? password : null },
      device: shared ? null : issued ? device : nameDevice(config, reply, "/api/ms_applicant"),
      request,
    };
    const token = await openSignIn(trx, config, opening, point);
    if (!token) throw new Error("a locked account has changed");
    return { token, user, verify: true, message: SIGNED_IN_BY_IDENTITY };
  });
}

async function lockedAccount(trx: Trx, emailaddress: string, device: Buffer | null) {
  const { rows } = await sql<KnownAccount & { issued: boolean; proven: boolean }>`
    select _id, firstname, middlename, lastname, emailaddress, password, "verifiedAt" is not null as verified,
      "verifiedAt" is not null and mailproven as proven,
      exists (select from portal.known_device where device = ${device}) as issued
    from portal.applicant where lower(emailaddress) = lower(${emailaddress}) for update`.execute(trx);
  return rows[0];
}

/** Whoever registered the address had not shown that it is theirs: what they could get in with is dropped. */
async function verifyAnew(trx: Trx, { _id, emailaddress }: SignedInUser): Promise<void> {
  await trx.updateTable("applicant").set({ password: null }).where("_id", "=", _id).execute();
  await markVerified(trx, _id);
  await markMailbox(trx, _id);
  await endSessions(trx, _id);
  await forgetDevices(trx, _id);
  await forgetGuesses(trx, emailaddress);
}

/** JAMB number and phone number are required, and a provider knows neither. */
const registration = ({ firstname, lastname, emailaddress }: ProvenIdentity): IdentityReply => ({
  type: "error",
  code: "account-unknown",
  message: `No account has the email address ${emailaddress} yet. Add what is missing to create one`,
  next: "register",
  firstname,
  lastname,
  emailaddress,
});

const withoutAddress = () =>
  refuse(
    "address-not-given",
    "Your other account does not tell its email address. Sign in with your email address and password",
  );

const unconfirmed = (): Refusal =>
  refuse(
    "address-not-confirmed",
    "Your other account does not confirm that its email address is yours. Sign in with your password, or choose Forgot password?",
  );
