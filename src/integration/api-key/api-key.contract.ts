import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  atMinute,
  looksLike,
  maybe,
  onDay,
  refersTo,
  several,
  usually,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { keyLooks, keyStates, networksIn, scopes, scopeWords } from "./api-key.rules.ts";

const most = { perminute: 600, days: 365 };

export const apiKeys = listing({
  noun: "api_key",
  one: "API key",
  many: "API keys",
  page: "api-keys",
  link: "/staff/api-keys",
  entries: {
    name: text("Name", 80),
    state: v.pipe(choice("State", keyStates), looksLike(keyLooks)),
    shown: maybe(text("Secret", 40)),
    scopes: several("Reads", scopes, scopeWords),
    endsOn: onDay("Last day"),
    perminute: whole("Requests a minute", 1, most.perminute),
    networks: maybe(text("Networks", 500)),
    usedAt: maybe(atMinute("Last used")),
    answered: whole("Requests answered", 0, 2_000_000_000),
    refused: whole("Requests refused", 0, 2_000_000_000),
    secretAt: maybe(atMinute("Secret made")),
    oldEndsAt: maybe(atMinute("Former secret works until")),
    reason: lines("Reason", 500),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
  },
  title: ["name"],
  columns: ["name", "state", "shown", "endsOn", "perminute", "usedAt", "answered", "refused"],
  sorts: ["createdAt", "name"],
  filters: ["state"],
  searched: "name, or the beginning or end of the secret",
  none: {
    title: "No other system has a key yet",
    text: "A key lets a program of another system, such as the library's, read what you name. One person proposes it and another approves it.",
  },
});

const path = "/staff/ms_api_key";

const aYearAhead = () => new Date(Date.now() + most.days * 86_400_000).toISOString().slice(0, 10);

export const proposedKey = {
  name: v.pipe(atLeastTwo("Name", 80), v.description("The system that will use it, such as Library")),
  scopes: several("Reads", scopes, scopeWords),
  endsOn: v.pipe(
    onDay("Last day"),
    v.check((day) => day >= lagosToday(), "Last day must not be past"),
    v.check((day) => day <= aYearAhead(), "Last day must be at most a year ahead. A key is made anew each year"),
    v.description("At most a year ahead"),
  ),
  perminute: usually(
    v.pipe(whole("Requests a minute", 1, most.perminute), v.description("More are refused until the minute is over")),
    () => 60,
  ),
  networks: maybe(
    v.pipe(
      text("Networks", 500),
      v.check(
        (typed) => networksIn(typed) !== undefined,
        "Networks must be addresses such as 102.89.0.7 or 102.89.0.0/24, with a comma between two",
      ),
      v.description("Where its requests come from, such as 102.89.0.0/24. Left empty: from anywhere"),
    ),
  ),
  reason,
};

export const proposeApiKey = post(
  path,
  "Proposes a key by which a program of another system reads; another member of staff approves it",
  fields(proposedKey),
  done({ _id: v.string() }),
);

export const readApiKeyTerms = get(
  `${path}/terms`,
  "Who may approve a key that one proposes",
  v.strictObject({ approvers: v.array(v.string()) }),
);

export const readApiKeyUse = get(
  `${path}/:id/use`,
  "What a key was used for on each of the last days, and whether one proposed it oneself",
  v.strictObject({
    own: v.boolean(),
    days: v.array(v.strictObject({ day: v.string(), scope: v.string(), answered: v.number(), refused: v.number() })),
  }),
);

const nothing = v.nullish(fields({}));

export const approveApiKey = post(
  `${path}/:id/approve`,
  "Approves a key that somebody else has proposed",
  nothing,
  done({}),
);

export const declineApiKey = post(
  `${path}/:id/decline`,
  "Declines a key that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawApiKey = post(
  `${path}/:id/withdraw`,
  "Withdraws a key that one has proposed oneself",
  nothing,
  done({}),
);

export const revokeApiKey = post(
  `${path}/:id/revoke`,
  "Ends an approved key at once; its next request is refused",
  reasonForm,
  done({}),
);

export const makeApiSecret = post(
  `${path}/:id/secret`,
  "Makes the secret of an approved key, which this answer alone shows; a former one works for another day",
  nothing,
  done({ secret: v.string() }),
);
