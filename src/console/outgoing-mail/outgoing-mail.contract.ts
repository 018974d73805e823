import * as v from "valibot";
import { text } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
import { listing } from "../record/record.contract.ts";
import { atMinute, maybe, whole, worded } from "../record/record.fields.contract.ts";

/** Mails that the portal wrote. Their text is dropped once they are sent: it may hold a code. */
export const outgoingMails = listing({
  noun: "outgoing_mail",
  one: "Mail",
  many: "Mails",
  page: "mails",
  link: "/staff/mails",
  entries: {
    createdAt: atMinute("Written"),
    recipient: text("To", 200),
    subject: text("Subject", 200),
    state: worded("State", { waiting: "Waiting", sent: "Sent", failed: "Failed" }),
    attempts: whole("Attempts", 0, 100),
    sentAt: maybe(atMinute("Sent")),
    trouble: maybe(text("Trouble", 500)),
  },
  title: ["subject"],
  columns: ["createdAt", "recipient", "subject", "state", "attempts", "sentAt", "trouble"],
  sorts: ["createdAt"],
  filters: ["state", "recipient"],
  searched: "address or subject",
});

export const resendMail = post(
  "/staff/ms_outgoing_mail/:id/resend",
  "Tries a mail again that waits or has failed",
  v.nullish(fields({})),
  done({}),
);
