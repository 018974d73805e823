import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { type OtherLanguage, otherLanguages, type Sentences } from "#kit/language/languages.rules.ts";
import { holesApart } from "#kit/language/sentence.holes.rules.ts";
import { nameOfSentence } from "#kit/language/sentence.rules.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { notFound, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import hausa from "./catalogue/ha.json" with { type: "json" };
import igbo from "./catalogue/ig.json" with { type: "json" };
import yoruba from "./catalogue/yo.json" with { type: "json" };
import { listTranslations, readCorrections, restoreTranslation, saveTranslation } from "./translation.contract.ts";

/** As they came with the portal. */
const catalogues: Readonly<Record<OtherLanguage, Sentences>> = { ha: hausa, yo: yoruba, ig: igbo };

const sentences = new Map(Object.keys(hausa).map((sentence) => [nameOfSentence(sentence), sentence]));

/** 404 for a language that the portal does not have. */
function languageAsked({ language: given }: { readonly language: string }): OtherLanguage {
  const language = otherLanguages.find((known) => known === given);
  if (!language) throw notFound();
  return language;
}

/** 404 for a sentence that no page says, or says no more. */
function sentenceAsked({ id }: { readonly id: string }): string {
  const sentence = sentences.get(id);
  if (sentence === undefined) throw notFound();
  return sentence;
}

async function correctionsIn(db: Database | Trx, language: OtherLanguage) {
  const { rows } = await sql<{ sentence: string; words: string; version: number }>`
    select sentence, words, version from portal.translation where language = ${language}`.execute(db);
  return new Map(rows.map((row) => [row.sentence, row]));
}

/** Refuses a translation in which the page could not fill in what it has to, or that asks for what it has not. */
function refuseHolesApart(sentence: string, words: string): void {
  const { missing, unknown } = holesApart(sentence, words);
  if (missing.length > 0)
    throw refuseFields("placeholder-missing", {
      words: `The translation lacks ${missing.join(" and ")}, where the page fills in its own. Put it where it belongs, as it stands in English`,
    });
  if (unknown.length > 0)
    throw refuseFields("placeholder-unknown", {
      words: `The English sentence has no ${unknown.join(" and no ")}, so nothing would be filled in there. Take it out`,
    });
}

const changedMeanwhile = () =>
  stale("changed-meanwhile", "Somebody has changed this translation meanwhile. Look at it again; nothing was changed");

export function translationCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const change = staff("languages.change");

  handle(app, listTranslations, staff("languages"), async ({ who, params }) => {
    requireWholeCollege(who);
    const language = languageAsked(params);
    const corrections = await correctionsIn(db, language);
    const list = Object.entries(catalogues[language]).map(([sentence, shipped]) => {
      const { words = null, version = 0 } = corrections.get(sentence) ?? {};
      return { id: nameOfSentence(sentence), sentence, shipped, words, version };
    });
    return { language, list };
  });

  handle(app, saveTranslation, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const language = languageAsked(ask.params);
      const sentence = sentenceAsked(ask.params);
      const { words, version } = ask.body;
      refuseHolesApart(sentence, words);
      const before = (await correctionsIn(trx, language)).get(sentence)?.words ?? catalogues[language][sentence];
      const { rows } = await sql<{ version: number }>`
        insert into portal.translation as t (language, sentence, words)
        select ${language}, ${sentence}, ${words}
          where ${version} = 0
            or exists (select from portal.translation where language = ${language} and sentence = ${sentence})
        on conflict on constraint translation_of_sentence do update
          set words = excluded.words, version = t.version + 1, "updatedAt" = now() where t.version = ${version}
        returning version`.execute(trx);
      if (rows.length === 0) throw changedMeanwhile();
      note({
        deed: "translation.change",
        subject: `translation:${language}-${ask.params.id}`,
        before: { sentence, words: before },
        after: { words },
      });
      return { type: "success" as const, message: "The translation is saved, and applicants read it from now on" };
    }),
  );

  handle(app, restoreTranslation, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const language = languageAsked(ask.params);
      const sentence = sentenceAsked(ask.params);
      const { rows } = await sql<{ words: string }>`
        delete from portal.translation where language = ${language} and sentence = ${sentence}
          and version = ${ask.body.version} returning words`.execute(trx);
      if (!rows[0]) throw changedMeanwhile();
      note({
        deed: "translation.restore",
        subject: `translation:${language}-${ask.params.id}`,
        before: { sentence, words: rows[0].words },
        after: { words: catalogues[language][sentence] },
      });
      return { type: "success" as const, message: "The sentence is as it came with the portal again" };
    }),
  );

  handle(app, readCorrections, everyone, async ({ params, request, reply }) => {
    const language = languageAsked(params);
    const corrections = await correctionsIn(db, language);
    const shipped = Object.entries(catalogues[language]).filter(([, words]) => words !== "");
    const answer = {
      sentences: Object.fromEntries(Array.from(corrections.values(), ({ sentence, words }) => [sentence, words])),
      unchecked: shipped.filter(([sentence]) => !corrections.has(sentence)).length,
    };
    const tag = `W/"${createHash("sha256").update(JSON.stringify(answer)).digest("base64url").slice(0, 22)}"`;
    reply.header("cache-control", "no-cache").header("etag", tag);
    if (request.headers["if-none-match"] === tag) reply.status(304);
    return answer;
  });
}

export const translationNoun: Noun = { name: "translation", calls: translationCalls };
