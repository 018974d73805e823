import type { FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { settingInForce } from "#college/setting/setting.server.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import type { Guard } from "#kit/wire/handle.server.ts";
import { expired, Refusal } from "#kit/wire/refusal.server.ts";
import { requireOwnOrigin } from "#platform/http/own-origin.server.ts";
import { sessionToken } from "./staff-session.open.server.ts";

/** Lets in every active member of staff, for what is their own. Whoever must, has set up the second factor. */
export const signedInStaff: Guard<Officer> = {
  name: "staff",
  async admit(request) {
    const found = await livingSession(request, noScopes);
    refuseWithoutSecondFactor(found);
    return officerOf(found, nowhereScope);
  },
};

/** The same before the second factor is set up: for the calls that lead there. */
export const enrollingStaff: Guard<Officer & { readonly mustEnrol: boolean; readonly secondFactor: boolean }> = {
  name: "staff",
  async admit(request) {
    const found = await livingSession(request, noScopes);
    const { mustEnrol, secondFactor } = found;
    return { ...officerOf(found, nowhereScope), mustEnrol, secondFactor };
  },
};

/** A sign-in that is in force, and what its member of staff may do with it. */
export interface LivingSession {
  readonly session: string;
  readonly staff: string;
  readonly unseen: boolean;
  readonly secondFactor: boolean;
  readonly mustEnrol: boolean;
  /** How far each grant of the wanted rights reaches; empty without a grant. */
  readonly scopes: readonly string[];
}

/**
 * The living sign-in of an active member of staff. Asked before every call of the office, so the grants that the call needs
 * are asked in the same question: `scopesOf` selects rows of `scope`.
 */
export async function livingSession(
  request: FastifyRequest,
  scopesOf: (member: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<LivingSession> {
  requireOwnOrigin(request);
  const token = sessionToken(request);
  if (!token) throw expired();
  const { db } = request.server.portal;
  const { rows } = await sql<LivingSession>`
    select s._id as session, s.staff, s."seenAt" < now() - interval '1 minute' as unseen,
      a.secondfactor is not null as "secondFactor",
      a.secondfactor is null and not s.vouched and ${settingInForce("secondFactor")} = '"required"'::jsonb as "mustEnrol",
      array(${scopesOf(sql`s.staff`)}) as scopes
    from portal.staff_session s
    join portal.staff_account a on a.staff = s.staff
    join portal.staff p on p._id = s.staff
    where s.token = ${token} and s."endsAt" > now() and s."seenAt" + s.idle > now() and p.status = 'Active'`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw expired();
  if (found.unseen)
    await sql`update portal.staff_session set "seenAt" = now() where _id = ${found.session}`.execute(db);
  return found;
}

const noScopes = () => sql`select null::text where false`;

/** The reach of what is one's own and nobody else's. */
export const nowhereScope: Scope = { departments: [], colleges: [], shown: [] };

/** Who asks, as the calls of the office know the person. */
export const officerOf = ({ session, staff: member }: LivingSession, scope: Scope): Officer => ({
  actor: { kind: "staff", id: member },
  staff: member,
  session,
  scope,
});

export function refuseWithoutSecondFactor({ mustEnrol }: Pick<LivingSession, "mustEnrol">): void {
  if (mustEnrol)
    throw new Refusal(
      "second-factor-required",
      403,
      "Your college asks for a second factor. Set it up first, on your account's page",
    );
}
