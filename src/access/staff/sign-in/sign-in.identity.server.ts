import type { FastifyInstance } from "fastify";
import {
  beginAtProvider,
  identityIn,
  type ProvenIdentity,
  providerAt,
  spendNonce,
} from "#identity/sign-in/sign-in.server.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import { pageVisitor } from "#platform/http/own-origin.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { perform } from "#platform/write/perform.server.ts";
import { openStaffSession, staffCookie, vouchForSession } from "../../staff-session/staff-session.server.ts";
import { spendCode } from "../second-factor/second-factor.code.server.ts";
import { askStaffProvider, STAFF_DOOR, STAFF_WAY_BACK, staffIdentitySignIn } from "./sign-in.contract.ts";
import { tryGuess } from "./sign-in.guess.server.ts";
import { accountAt, codeAsked, lockUnchanged, refuseClosed, SIGNED_IN } from "./sign-in.server.ts";

/** Tokens that were refused, of one internet address; loosely, because an office shares one. */
const refusedTokens: Limit = {
  name: "staff-identity-address",
  points: 300,
  seconds: 900,
  sentence: "Too many failed sign-ins came from this internet connection. Please wait 15 minutes",
};

/**
 * Staff sign in by the account that they have elsewhere, as far as the college configured a provider: by the address that it
 * confirms, if a member of staff has it. Nobody is added by it. A second factor is asked for as after a password, unless the
 * provider says that it asked for one by a method which the configuration accepts.
 */
export function staffIdentityCalls(app: FastifyInstance): void {
  const { config, db, limits } = app.portal;
  const { staffOidc } = config;
  const provider = staffOidc && providerAt(staffOidc.issuer);

  handle(app, askStaffProvider, everyone, async () => (staffOidc ? { issuer: staffOidc.issuer } : {}));
  if (staffOidc && provider)
    beginAtProvider(app, { party: staffOidc, provider, door: STAFF_DOOR, wayBack: STAFF_WAY_BACK });

  handle(app, staffIdentitySignIn, pageVisitor, async ({ body, request, reply }) => {
    if (!staffOidc || !provider) throw notOffered();
    const network = networkOf(request);
    await limits.take(refusedTokens, network);
    const identity = await identityIn(body.token, staffOidc, provider, request);
    if (!identity.emailaddress || !identity.confirmed) throw unconfirmed();
    const isVouched = staffOidc.secondFactor.some((method) => identity.methods.includes(method));
    return tryGuess(app, { emailaddress: identity.emailaddress, address: network }, async () => {
      const account = await accountAt(app, identity.emailaddress);
      if (!account) throw unknown(identity);
      refuseClosed(account);
      const { staff, firstname, mustEnrol } = account;
      const secondfactor = isVouched ? null : account.secondfactor;
      if (secondfactor && !body.code) return codeAsked;
      const by = { actor: { kind: "staff", id: staff }, request: request.id } as const;
      const token = await perform(db, by, async ({ trx, note }) => {
        await lockUnchanged(trx, account);
        if (secondfactor && body.code) await spendCode(trx, config, { staff, secondfactor }, body.code);
        if (!(await spendNonce(config, trx, identity.nonce))) throw tooOld();
        note({
          deed: "staff-session.open",
          subject: `staff:${staff}`,
          after: { by: staffOidc.issuer, vouched: isVouched },
        });
        const opened = await openStaffSession(trx, request, staff);
        if (isVouched) await vouchForSession(trx, opened);
        return opened;
      });
      await limits.giveBack(refusedTokens, network);
      staffCookie.give(config, reply, token);
      return { type: "success" as const, message: SIGNED_IN, firstname, mustEnrol: mustEnrol && !isVouched };
    });
  });
}

const notOffered = () =>
  refuse(
    "sign-in-not-offered",
    "This college offers staff no sign-in by another account. Sign in with your email address and password",
  );

const unconfirmed = () =>
  refuse(
    "address-not-confirmed",
    "Your other account does not confirm an email address as yours. Sign in with your email address and password",
  );

/** The provider has shown that the address is the reader's own, so nothing is told of anybody else. */
const unknown = ({ emailaddress }: ProvenIdentity) =>
  refuse(
    "staff-unknown",
    `No member of staff has the email address ${emailaddress}. Choose another account, or ask an administrator of the portal`,
  );

const tooOld = () =>
  refuse("sign-in-too-old", "This sign-in was used already or is older than ten minutes. Please begin again");
