import type { FastifyInstance } from "fastify";
import type { PageKey } from "#access/permission/permission.pages.rules.ts";
import { staff } from "#access/permission/permission.server.ts";
import { membersOfStaff, namesOfStaff } from "#access/staff/staff.server.ts";
import type { Noun, PaperOfFile } from "#console/noun/noun.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import { type Limit, takeWith } from "#platform/limits/limits.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  exampleValues,
  fillWords,
  letterheadValues,
  type MessageTemplate,
  shippedWords,
  type Words,
  wordingFaults,
} from "#reference/message-template/message-template.rules.ts";
import {
  letterhead,
  proposedVersions,
  standingWords,
  versionsOf,
  wordsInForce,
} from "#reference/message-template/message-template.server.ts";
import { onTrial } from "#reference/papers/papers.server.ts";
import {
  listTemplates,
  previewWording,
  printTest,
  readTemplate,
  testWording,
  type WholeTemplate,
} from "./template-desk.contract.ts";
import { personNamed } from "./template-desk.person.server.ts";
import { requireSound, templateBy, wordingCalls, wordsTyped } from "./template-desk.propose.server.ts";

const tests: Limit = {
  name: "template-test-mail",
  points: 30,
  seconds: 3_600,
  sentence: "You have sent yourself thirty test mails within the hour. Please try again later",
};

const prints: Limit = {
  name: "template-test-print",
  points: 120,
  seconds: 3_600,
  sentence: "You have made 120 test prints within the hour. Please try again later",
};

export function templateDeskCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("templates");
  wordingCalls(app);

  handle(app, listTemplates, view, async ({ who }) => {
    requireWholeCollege(who);
    const all = app.nouns.flatMap(({ templates = [] }) => templates);
    const standing = new Map((await standingWords(db)).map((row) => [row.template, row]));
    const inForce = await wordsInForce(db, [...standing.keys()]);
    return {
      list: all.map((template) => ({
        ...headOf(template),
        state: stateOf(template, inForce.get(template.key)?.words),
        waiting: standing.get(template.key)?.proposed ?? null,
      })),
    };
  });

  handle(app, readTemplate, view, async ({ who, params }) => {
    requireWholeCollege(who);
    return wholeOf(app, templateBy(app, params.key));
  });

  handle(app, previewWording, view, async (ask) => {
    requireWholeCollege(ask.who);
    const template = templateBy(app, ask.params.key);
    const { person, ...typed } = ask.body;
    const words = wordsTyped(template, typed);
    requireSound(template, words);
    const found = person ? await personNamed(app, ask.who, person, ask.request.id) : null;
    return write(app, ask, async ({ note }) => {
      note({
        deed: "message_template.preview",
        subject: `message_template:${template.key}`,
        after: { of: found?.subject ?? null },
      });
      const values = { ...exampleValues(template), ...pick(found?.values ?? {}, Object.keys(template.values)) };
      return {
        words: fillWords(template, words, values, letterhead()),
        examples: Object.keys(template.values).filter((name) => found?.values[name] === undefined),
        of: found?.title ?? null,
      };
    });
  });

  handle(app, printTest, view, async (ask) => {
    requireWholeCollege(ask.who);
    const template = templateBy(app, ask.params.key);
    if (template.kind !== "paper") throw notFound();
    const { person, ...typed } = ask.body;
    const words = wordsTyped(template, typed);
    requireSound(template, words);
    await app.portal.limits.take(prints, ask.who.staff);
    const found = person ? await paperNamed(app, ask, template, person) : null;
    // Read before the transaction: the calls of papers read by connections of their own.
    const paper = found && (await onTrial({ key: template.key, words }, found.read));
    await write(app, ask, async ({ note }) => {
      note({
        deed: "message_template.test-print",
        subject: `message_template:${template.key}`,
        after: { of: found?.subject ?? null },
      });
      return { type: "success" as const };
    });
    return {
      words: fillWords(template, words, exampleValues(template), letterhead()),
      of: found?.title ?? null,
      paper,
    };
  });

  handle(app, testWording, view, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const template = templateBy(app, ask.params.key);
      const words = wordsTyped(template, ask.body);
      requireSound(template, words);
      await takeWith(trx, tests, ask.who.staff);
      const recipient = await ownAddress(ask.who);
      const { subject, ...filled } = fillWords(template, words, exampleValues(template), letterhead());
      await postMail(trx, {
        recipient,
        subject: `TEST: ${subject ?? template.name}`,
        text: ["This is a test. The values are nobody's.", ...Object.values(filled)].join("\n\n"),
        template: template.key,
      });
      note({ deed: "message_template.test", subject: `message_template:${template.key}`, after: { recipient } });
      return { type: "success" as const, message: `A test is on its way to ${recipient}` };
    }),
  );

  const ownAddress = async ({ staff: member }: Officer): Promise<string> => {
    const found = (await membersOfStaff(db, [member])).get(member);
    if (!found) throw notFound();
    return found.emailaddress;
  };
}

/**
 * A paper of somebody whose file, and whose paper, the reader may open. Refuses where there is none, in the same words
 * whatever the reason: why a paper is kept back is told by the offices that know it.
 */
async function paperNamed(
  app: FastifyInstance,
  { who, request }: { readonly who: Officer; readonly request: { readonly id: string } },
  { key }: MessageTemplate,
  person: string,
) {
  const paper = paperOf(app, key);
  if (!paper)
    throw refuseFields("field-unknown", {
      person: "This paper is about nobody's file. Leave it empty, and print it with nobody's values",
    });
  const found = await personNamed(app, who, person, request.id, paper.right as PageKey);
  const read = async () => {
    const printed = await paper.read(app, found.file).catch((fault: unknown) => {
      if (fault instanceof Refusal) return null;
      throw fault;
    });
    if (!printed)
      throw refuseFields("paper-missing", {
        person: "There is no such paper in this file. Name another one, or leave it empty",
      });
    return { ...printed };
  };
  return { ...found, read };
}

const paperOf = (app: FastifyInstance, key: string): PaperOfFile | undefined =>
  app.nouns.flatMap(({ papers = {} }) => papers[key] ?? [])[0];

const pick = (from: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

const headOf = ({ key, kind, name, when, reader }: MessageTemplate) => ({ key, kind, name, when, reader });

function stateOf(template: MessageTemplate, words: Words | null | undefined): "shipped" | "college" | "unsuited" {
  if (!words) return "shipped";
  return Object.keys(wordingFaults(template, { ...shippedWords(template), ...words })).length === 0
    ? "college"
    : "unsuited";
}

const shownValue =
  (must: readonly string[]) =>
  ([name, { meaning, example }]: [string, { readonly meaning: string; readonly example: string }]) => ({
    name,
    meaning,
    example,
    must: must.includes(name),
  });

async function wholeOf(app: FastifyInstance, template: MessageTemplate): Promise<WholeTemplate> {
  const { db } = app.portal;
  const versions = await versionsOf(db, template.key);
  const names = await namesOfStaff(
    db,
    versions.flatMap(({ proposedby, decidedby }) => [proposedby, ...(decidedby ? [decidedby] : [])]),
  );
  const inForce = versions.find(({ state }) => state === "In force");
  const state = stateOf(template, inForce?.words);
  const shipped = shippedWords(template);
  const college = letterhead();
  return {
    ...headOf(template),
    state,
    waiting: versions.find((one) => one.state === "Proposed")?.number ?? null,
    parts: Object.entries(template.parts).map(([name, { label, shipped: words, isLine, most, mayBeEmpty }]) => ({
      name: name as WholeTemplate["parts"][number]["name"],
      ...{ label, shipped: words, line: isLine, most, optional: mayBeEmpty },
    })),
    ofFile: template.kind !== "paper" || paperOf(app, template.key) !== undefined,
    values: Object.entries(template.values).map(shownValue(template.must)),
    letterhead: Object.entries(letterheadValues).map(([name, { meaning }]) => ({
      ...{ name, meaning, must: false },
      example: college[name as keyof typeof college],
    })),
    now: state === "college" ? { ...shipped, ...inForce?.words } : shipped,
    versions: versions.map(({ template: _key, version: _version, proposedby, decidedby, ...version }) => ({
      ...version,
      proposedby: { _id: proposedby, name: names.get(proposedby) ?? "" },
      decidedby: decidedby && (names.get(decidedby) ?? ""),
    })),
  };
}

export const templateDeskNoun: Noun = {
  name: "template-desk",
  calls: templateDeskCalls,
  waiting: [
    {
      right: "templates.approve",
      rows: ({ staff: member }) => proposedVersions(member),
      one: "New words of a mail or a paper wait for your approval.",
      many: "new words of mails and papers wait for your approval.",
      deed: "See the words",
      link: "/staff/templates?state=waiting",
    },
  ],
};
