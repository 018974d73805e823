import type { FastifyInstance } from "fastify";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { postAgain } from "#platform/mail/mail.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { Noun } from "../noun/noun.server.ts";
import type { RecordRules } from "../record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "../scope/scope.server.ts";
import { outgoingMails, resendMail } from "./outgoing-mail.contract.ts";

export const outgoingMailRules: RecordRules<typeof outgoingMails> = {
  of: outgoingMails,
  table: "outgoing_mail",
  within: wholeCollege,
};

export function outgoingMailCalls(app: FastifyInstance, change: Guard<Officer>): void {
  handle(app, resendMail, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const { id } = ask.params;
      const state = isId(id) ? await postAgain(trx, id) : undefined;
      if (!state) throw notFound();
      if (state === "sent")
        throw refuse(
          "mail-text-not-kept",
          "This mail was sent, and its text is not kept. The person can ask the portal for a new one",
        );
      note({ deed: "outgoing_mail.resend", subject: `outgoing_mail:${id}` });
      return { type: "success" as const, message: "The mail is on its way again" };
    }),
  );
}

export const outgoingMailNoun: Noun = {
  name: "outgoing-mail",
  listings: [outgoingMailRules],
};
