import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { submittedById } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { textApplicant } from "#identity/account/account.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { MOST_DAYS, MOST_OPEN } from "../review.document-request.contract.ts";
import type { LockedReview } from "../review.move.server.ts";
import { askForDocumentMail, askForDocumentText, type DocumentLetter } from "./document-request.mail.server.ts";

/** What a letter about a document names: that is asked for, why, until when, and who sent in the application. */
export async function documentLetter(
  trx: Trx,
  config: Config,
  { application, ...asked }: Pick<DocumentLetter, "label" | "reason" | "due"> & { readonly application: string },
): Promise<DocumentLetter> {
  const { code, snapshot } = await submittedById(trx, application);
  const { bio, programme, session } = snapshot;
  return {
    ...asked,
    code,
    firstname: bio.firstname,
    recipient: bio.emailaddress,
    programme: programmeTitle(programme),
    session: session.name,
    address: `${config.publicUrl}/app/admission`,
  };
}

interface Asking {
  /** The requirement that it is a document for. */
  readonly requirement?: string | null | undefined;
  /** What it is called, where no requirement names it. */
  readonly label?: string | undefined;
  readonly reason: string;
  readonly due: string;
}

/**
 * Asks the applicant of a locked file for a document, by mail, until the end of a day. Refuses what the application was not
 * asked for, what is asked for already, a day that is over, and more than ten at once.
 */
export async function askApplicant(
  app: FastifyInstance,
  { trx, note }: Work,
  who: Officer,
  file: LockedReview,
  { requirement, label: named, reason, due }: Asking,
): Promise<string> {
  await refuseDay(trx, due);
  await refuseMany(trx, file);
  const { snapshot } = await submittedById(trx, file._id);
  const known = snapshot.documents.find(({ _id }) => _id === requirement);
  const label = known?.label ?? named;
  if (!label || (requirement && !known))
    throw refuseFields("choice-not-found", { requirement: "Choose one of the documents of this application" });
  const _id = newId();
  const row = { _id, application: file._id, applicant: file.applicant, requirement: known?._id ?? null, label, reason };
  await onConstraint(
    {
      document_request_once: () =>
        refuseFields("asked-for-already", { [requirement ? "requirement" : "label"]: `${label} is asked for already` }),
    },
    trx
      .insertInto("document_request")
      .values({ ...row, due, askedby: who.staff })
      .execute(),
  );
  const letter = await documentLetter(trx, app.portal.config, { application: file._id, label, reason, due });
  await writeMail(trx, askForDocumentMail(letter));
  const { config } = app.portal;
  await textApplicant(trx, config, {
    applicant: file.applicant,
    kind: "Document",
    template: askForDocumentText,
    values: { due: asDay(`${due}T12:00:00Z`), link: letter.address },
  });
  note({
    deed: "document-request.ask",
    subject: `review:${file._id}`,
    after: { request: _id, document: label, due },
    reason,
  });
  return _id;
}

const today: RawBuilder<string> = sql<string>`(now() at time zone 'Africa/Lagos')::date`;

async function refuseDay(trx: Trx, due: string): Promise<void> {
  const { rows } = await sql<{ left: number }>`select ${due}::date - ${today} as left`.execute(trx);
  const left = rows[0]?.left ?? 0;
  if (left < 0)
    throw refuseFields("time-is-over", { due: "The last day is over already. Choose today or a later day" });
  if (left > MOST_DAYS) throw refuseFields("time-too-far", { due: "The last day must be within a year" });
}

/** The file is locked, so none is added meanwhile. */
async function refuseMany(trx: Trx, { _id, code }: LockedReview): Promise<void> {
  const { open } = await trx
    .selectFrom("document_request")
    .select((row) => row.fn.countAll<string>().as("open"))
    .where("application", "=", _id)
    .where("state", "in", ["Awaited", "Arrived"])
    .executeTakeFirstOrThrow();
  if (Number(open) >= MOST_OPEN)
    throw refuse("limit-reached", `${code} is asked for ${MOST_OPEN} documents already. Close one of them first`);
}
