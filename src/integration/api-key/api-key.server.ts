import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type * as v from "valibot";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  type Proposal,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { approversBeside } from "#access/staff/staff.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { hashToken } from "#identity/session/session.server.ts";
import { type Ask, handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { perform, type Trx, type Work } from "#platform/write/perform.server.ts";
import {
  apiKeys,
  approveApiKey,
  declineApiKey,
  makeApiSecret,
  proposeApiKey,
  readApiKeyTerms,
  readApiKeyUse,
  revokeApiKey,
  withdrawApiKey,
} from "./api-key.contract.ts";
import { impossibleApiKeys } from "./api-key.impossible.server.ts";
import { KEY_PREFIX, networksIn, OVERLAP_HOURS } from "./api-key.rules.ts";

export { anyApiKey, apiKey, ownKey } from "./api-key.guard.server.ts";

const apiKeyRules: RecordRules<typeof apiKeys> = { of: apiKeys, table: "api_key_line", within: wholeCollege };

interface LockedKey extends Proposal {
  readonly name: string;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
}

const keyProposal: ProposalKind<LockedKey> = {
  noun: "api_key",
  approval: "api-keys.approve",
  lock: (trx, id) =>
    trx
      .selectFrom("api_key")
      .select(["_id", "name", "state", "proposedby", "decidedby", "decidedAt"])
      .where("_id", "=", id)
      .forUpdate()
      .executeTakeFirst(),
  mayGo: (from, to) => (to === "Revoked" ? from === "Approved" : from === "Proposed"),
  keep: ({ trx }, { _id }, state, { staff: decidedby, reason }) =>
    trx
      .updateTable("api_key")
      .set({ state, decidedby, decision: reason, decidedAt: sql`now()`, version: sql`version + 1` })
      .where("_id", "=", _id)
      .execute(),
  whyLate: (trx: Trx, key) => decidedAlready(trx, "This key", key),
  notYours: "Only who proposed it withdraws it. Decline it, if you may",
};

type Proposing = Pick<Ask<Officer, string, v.InferOutput<typeof proposeApiKey.body>>, "who" | "body">;

async function keepProposed({ trx, note }: Work, { who, body }: Proposing) {
  const _id = newId();
  const { networks: typed, reason, perminute = 60, ...kept } = body;
  const networks = typed === undefined ? null : (networksIn(typed) ?? null);
  await onConstraint(
    {
      api_key_name: () => refuseFields("value-taken", { name: "Another key in use has this name already" }),
      api_key_a_year_at_most: () =>
        refuseFields("key-too-long", { endsOn: "Last day must be at most a year ahead. A key is made anew each year" }),
    },
    sql`insert into portal.api_key (_id, name, scopes, "endsOn", perminute, networks, reason, proposedby)
      values (${_id}, ${kept.name}, ${kept.scopes}::text[], ${kept.endsOn}, ${perminute}, ${networks}::inet[], ${reason},
        ${who.staff})`.execute(trx),
  );
  note({ deed: "api_key.propose", subject: `api_key:${_id}`, after: { ...kept, perminute, networks }, reason });
  return { message: `The key for ${kept.name} is proposed`, reply: { _id } };
}

export function apiKeyCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const right = "api-keys.change";

  handle(app, readApiKeyTerms, staff(right), async ({ who }) => {
    requireWholeCollege(who);
    return { approvers: await approversBeside(db, "api-keys.approve", who.staff) };
  });

  handle(app, readApiKeyUse, staff("api-keys"), async ({ who, params: { id } }) => {
    requireWholeCollege(who);
    const key = isId(id)
      ? await db.selectFrom("api_key").select("proposedby").where("_id", "=", id).executeTakeFirst()
      : undefined;
    if (!key) throw notFound();
    const days = await db
      .selectFrom("api_key_use")
      .select(["day", "scope", "answered", "refused"])
      .where("key", "=", id)
      .orderBy("day", "desc")
      .orderBy("scope")
      .limit(60)
      .execute();
    return { own: key.proposedby === who.staff, days };
  });

  handleProposal(app, keyProposal, proposeApiKey, { right, propose: keepProposed });

  handlePlainStep(app, keyProposal, approveApiKey, {
    right: "api-keys.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    says: ({ name }) => `Approved. The secret of ${name} can be made now`,
  });

  handlePlainStep(app, keyProposal, declineApiKey, {
    right: "api-keys.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: ({ name }) => `Declined. ${name} gets no key`,
  });

  handlePlainStep(app, keyProposal, withdrawApiKey, {
    right,
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: ({ name }) => `Withdrawn. ${name} gets no key`,
  });

  handlePlainStep(app, keyProposal, revokeApiKey, {
    right,
    to: "Revoked",
    by: "anybody",
    deed: "revoke",
    says: ({ name }) => `Revoked. The next request of ${name} is refused`,
  });

  apiSecretCall(app);
}

const BEGINNING = KEY_PREFIX.length + 4;

/** Makes a secret, which its answer alone shows: it passes by `write`, which would keep the answer. Refuses what is not in force. */
function apiSecretCall(app: FastifyInstance): void {
  handle(app, makeApiSecret, staff("api-keys.change"), ({ who, params: { id }, request }) => {
    requireWholeCollege(who);
    const secret = KEY_PREFIX + randomBytes(32).toString("base64url");
    return perform(app.portal.db, { actor: who.actor, request: request.id }, async ({ trx, note }) => {
      const { rows } = isId(id)
        ? await sql<{ state: string; hadOne: boolean }>`
          select l.state, k.secret is not null as "hadOne" from portal.api_key k join portal.api_key_line l on l._id = k._id
          where k._id = ${id} for update of k`.execute(trx)
        : { rows: [] };
      const [key] = rows;
      if (!key) throw notFound();
      if (key.state !== "Without secret" && key.state !== "In force")
        throw refuse("key-not-in-force", `This key is ${key.state}, so it gets no secret. Propose a new one`);
      await sql`update portal.api_key set oldsecret = secret,
          "oldEndsAt" = case when secret is null then null else now() + make_interval(hours => ${OVERLAP_HOURS}) end,
          secret = ${hashToken(secret)}, prefix = ${secret.slice(0, BEGINNING)}, last4 = ${secret.slice(-4)},
          "secretAt" = now(), version = version + 1
        where _id = ${id}`.execute(trx);
      note({
        deed: key.hadOne ? "api_key.rotate" : "api_key.make-secret",
        subject: `api_key:${id}`,
        after: { secret: `${secret.slice(0, BEGINNING)}…${secret.slice(-4)}` },
      });
      const message = key.hadOne
        ? `The new secret works from now on, the former one for another ${OVERLAP_HOURS} hours`
        : "The key works from now on";
      return { type: "success" as const, message, secret };
    });
  });
}

export const apiKeyNoun: Noun = {
  name: "api-key",
  calls: apiKeyCalls,
  listings: [apiKeyRules],
  impossible: impossibleApiKeys,
  waiting: [
    {
      right: "api-keys.approve",
      rows: ({ staff: member }) => sql`select from portal.api_key where state = 'Proposed' and proposedby <> ${member}`,
      one: "One API key waits for your approval.",
      many: "API keys wait for your approval.",
      deed: "See the keys",
      link: "/staff/api-keys?state=Proposed",
    },
  ],
};
