import * as v from "valibot";
import { choice, text } from "#kit/field/fields.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { smsKinds, smsStates } from "#platform/sms/sms.rules.ts";
import { listing } from "../record/record.contract.ts";
import { atMinute, edgeDay, looksLike, maybe, naira, readAs, whole } from "../record/record.fields.contract.ts";

/** Texts that the portal wrote beside mails, with what became of each. Their words are dropped: they may hold a code. */
export const outgoingSms = listing({
  noun: "outgoing_sms",
  one: "SMS",
  many: "SMS",
  page: "texts",
  link: "/staff/texts",
  entries: {
    createdAt: atMinute("Written"),
    recipient: v.pipe(text("To", 13), readAs(localPhone)),
    kind: choice("About", smsKinds),
    state: v.pipe(
      choice("State", smsStates),
      looksLike({
        Waiting: "plain",
        Sending: "info",
        Sent: "info",
        Delivered: "good",
        "Not delivered": "bad",
        Unknown: "bad",
        Failed: "bad",
        "Over the ceiling": "bad",
      }),
    ),
    pieces: whole("Pieces", 1, 100),
    cost: naira("Cost", 0),
    sentAt: maybe(atMinute("Sent")),
    endedAt: maybe(atMinute("Settled")),
    attempts: whole("Attempts", 0, 100),
    trouble: maybe(text("Trouble", 500)),
  },
  title: ["kind", "recipient"],
  columns: ["createdAt", "recipient", "kind", "state", "cost", "endedAt", "trouble"],
  sorts: ["createdAt"],
  filters: ["state", "kind", "recipient"],
  asked: {
    from: edgeDay("Written from", { of: "createdAt", side: "from" }),
    to: edgeDay("Written to", { of: "createdAt", side: "to" }),
  },
  searched: "phone number",
  none: {
    title: "No SMS yet",
    text: "Codes, payments, offers and documents that are asked for go to phones too once the portal has an SMS gateway. The mails go out with or without it.",
  },
});

export const readSmsDay = get(
  "/staff/ms_outgoing_sms/today",
  "What today's texts have come to, and how much a day may cost",
  v.strictObject({
    /** Whether the portal has a gateway. */
    configured: v.boolean(),
    /** Naira. */
    spent: v.number(),
    ceiling: v.number(),
    sent: v.number(),
    delivered: v.number(),
    undelivered: v.number(),
    held: v.number(),
  }),
);
