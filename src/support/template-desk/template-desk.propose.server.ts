import type { FastifyInstance } from "fastify";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleStep,
  type Proposal,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import {
  type MessageTemplate,
  shippedWords,
  type Words,
  wordingFaults,
} from "#reference/message-template/message-template.rules.ts";
import {
  addVersion,
  decideVersion,
  lockVersion,
  type TemplateVersion,
  wordsInForce,
} from "#reference/message-template/message-template.server.ts";
import {
  approveWording,
  declineWording,
  type PartName,
  partNames,
  proposeReset,
  proposeWording,
  withdrawWording,
} from "./template-desk.contract.ts";

type LockedVersion = TemplateVersion & Proposal & { readonly state: TemplateVersion["state"] };

/** Words that one proposes and another puts in force. */
const wordingProposal: ProposalKind<LockedVersion> = {
  noun: "template_version",
  subject: ({ template }) => `message_template:${template}`,
  approval: "templates.approve",
  lock: lockVersion,
  keep: ({ trx }, kept, to, by) => decideVersion(trx, kept, to, by),
  whyLate: (trx, kept) => decidedAlready(trx, `Version ${kept.number}`, kept),
  notYours: "Only who proposed these words takes them back. Decline them, if you may",
};

/** 404 for what is no template. */
export function templateBy(app: FastifyInstance, key: string): MessageTemplate {
  const found = app.nouns.flatMap(({ templates = [] }) => templates).find((one) => one.key === key);
  if (!found) throw notFound();
  return found;
}

type Typed = Readonly<Partial<Record<PartName, string | null | undefined>>>;

/** What was typed of the parts that the template has; what it has not is refused where it is not empty. */
export function wordsTyped({ parts }: MessageTemplate, typed: Typed): Words {
  const strange = partNames.filter((name) => typed[name] && !Object.hasOwn(parts, name));
  if (strange.length > 0)
    throw refuseFields(
      "field-unknown",
      Object.fromEntries(strange.map((name) => [name, "This template has no such part. Leave it empty"])),
    );
  return Object.fromEntries(Object.keys(parts).map((name) => [name, typed[name as PartName] ?? ""]));
}

/** Refuses words that may not stand, each with its sentence under its field. */
export function requireSound(template: MessageTemplate, words: Words): void {
  const faults = wordingFaults(template, words);
  if (Object.keys(faults).length > 0) throw refuseFields("wording-refused", faults);
}

export function wordingCalls(app: FastifyInstance): void {
  handleProposal(app, wordingProposal, proposeWording, {
    right: "templates.change",
    async propose(work, { who, params, body: { note, ...typed } }) {
      const template = templateBy(app, params.key);
      const words = wordsTyped(template, typed);
      requireSound(template, words);
      const now = { ...shippedWords(template), ...(await inForce(work.trx, template)) };
      if (Object.keys(template.parts).every((part) => words[part] === now[part]))
        throw refuse("already-so", "These are the words that go out already. Change something, or leave the page");
      return keep(work, template, { words, note, proposedby: who.staff });
    },
  });

  handleProposal(app, wordingProposal, proposeReset, {
    right: "templates.change",
    async propose(work, { who, params, body: { note } }) {
      const template = templateBy(app, params.key);
      if (!(await inForce(work.trx, template)))
        throw refuse("already-so", "The words as shipped go out already, so there is nothing to go back to");
      return keep(work, template, { words: null, note, proposedby: who.staff });
    },
  });

  handleStep(app, wordingProposal, approveWording, {
    right: "templates.approve",
    to: "In force",
    by: "another",
    deed: "approve",
    async change(_work, { number, template: key, words }) {
      const template = templateBy(app, key);
      if (words && Object.keys(wordingFaults(template, { ...shippedWords(template), ...words })).length > 0)
        throw refuse(
          "wording-refused",
          "The portal has changed since these words were written, and they no longer suit it. Decline them, and write them anew",
        );
      const message = words
        ? `Approved. “${template.name}” goes out in the words of version ${number} from now on`
        : `Approved. “${template.name}” goes out in the words as shipped from now on`;
      return { message, after: { number } };
    },
  });

  handlePlainStep(app, wordingProposal, declineWording, {
    right: "templates.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: ({ number }) => `Declined. Version ${number} does not go out`,
  });

  handlePlainStep(app, wordingProposal, withdrawWording, {
    right: "templates.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: ({ number }) => `Version ${number} is taken back`,
  });
}

const inForce = async (trx: Trx, { key }: MessageTemplate): Promise<Words | null> =>
  (await wordsInForce(trx, [key])).get(key)?.words ?? null;

async function keep(
  { trx, note }: Work,
  { key, name }: MessageTemplate,
  proposed: { readonly words: Words | null; readonly note: string; readonly proposedby: string },
) {
  const { _id, number } = await addVersion(trx, { template: key, ...proposed }, waitsAlready);
  note({
    deed: "template_version.propose",
    subject: `message_template:${key}`,
    after: { number, words: proposed.words },
    reason: proposed.note,
  });
  const what = proposed.words ? `Version ${number} of “${name}” is proposed` : `To reset “${name}” is proposed`;
  return { message: what, reply: { _id } };
}

const waitsAlready = () =>
  refuse(
    "proposal-waits-already",
    "Other words of this template wait for a second person already. Have them decided or taken back first",
  );
