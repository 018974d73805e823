import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { settingInForce } from "#college/setting/setting.server.ts";
import { isPassword } from "#identity/credential/credential.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import { pageVisitor } from "#platform/http/own-origin.server.ts";
import { perform, type Trx } from "#platform/write/perform.server.ts";
import { openStaffSession, staffCookie } from "../../staff-session/staff-session.server.ts";
import { spendCode } from "../second-factor/second-factor.code.server.ts";
import { staffSignIn } from "./sign-in.contract.ts";
import { tryGuess, wrongGuess } from "./sign-in.guess.server.ts";

export function staffSignInCalls(app: FastifyInstance): void {
  const { config, db } = app.portal;

  handle(app, staffSignIn, pageVisitor, ({ body, request, reply }) =>
    tryGuess(app, { emailaddress: body.emailaddress, address: networkOf(request) }, async () => {
      const account = await accountAt(app, body.emailaddress);
      const right = await isPassword(account?.password, body.password);
      if (!account || !right) throw wrong();
      refuseClosed(account);
      const { staff, secondfactor, firstname, mustEnrol } = account;
      if (secondfactor && !body.code) return codeAsked;
      const by = { actor: { kind: "staff", id: staff }, request: request.id } as const;
      const token = await perform(db, by, async ({ trx, note }) => {
        await lockUnchanged(trx, account);
        if (secondfactor && body.code) await spendCode(trx, config, { staff, secondfactor }, body.code);
        note({ deed: "staff-session.open", subject: `staff:${staff}` });
        return openStaffSession(trx, request, staff);
      });
      staffCookie.give(config, reply, token);
      return { type: "success" as const, message: SIGNED_IN, firstname, mustEnrol };
    }),
  );
}

export const SIGNED_IN = "Your login is successful";
export const codeAsked = {
  type: "error",
  code: "second-factor-asked",
  next: "code",
  message: "Type the six-digit code that your authenticator app shows now",
} as const;

const wrong = () =>
  wrongGuess(
    "credentials-wrong",
    "The email address or the password is not right. Check both, or choose Forgot password?",
  );

/** Only who has shown who it is hears it. */
export function refuseClosed({ status, closed }: Pick<Account, "status" | "closed">): void {
  if (status !== "Active")
    throw refuse("staff-not-active", "Your staff account is not active at present. Ask an administrator of the portal");
  if (closed) throw closedAsIdle();
}

const closedAsIdle = () =>
  refuse(
    "account-closed",
    "Your account was not used for long, so it is closed. Ask an administrator of the portal to send you a link: with it you choose a password, and sign in",
  );

interface Account {
  readonly staff: string;
  readonly firstname: string;
  readonly status: string;
  readonly password: string | null;
  readonly secondfactor: Buffer | null;
  readonly mustEnrol: boolean;
  /** Nobody used it for long. */
  readonly closed: boolean;
}

export async function accountAt(app: FastifyInstance, emailaddress: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select p._id as staff, p.firstname, p.status, a.password, a.secondfactor, a."closedAt" is not null as closed,
      a.secondfactor is null and ${settingInForce("secondFactor")} = '"required"'::jsonb as "mustEnrol"
    from portal.staff p join portal.staff_account a on a.staff = p._id
    where lower(p.emailaddress) = lower(${emailaddress})`.execute(app.portal.db);
  return rows[0];
}

/** Nothing is opened by what was replaced since it was looked at. */
export async function lockUnchanged(trx: Trx, { staff, password, secondfactor }: Account): Promise<void> {
  const { rows } = await sql`
    update portal.staff_account set "signedInAt" = now()
    where staff = ${staff} and "closedAt" is null and password is not distinct from ${password}
      and secondfactor is not distinct from ${secondfactor}
    returning staff`.execute(trx);
  if (rows.length === 0) throw wrong();
}
