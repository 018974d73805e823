import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { profilesById } from "../result-profile/result-profile.server.ts";
import { tryScore } from "./rule-book.contract.ts";
import { verdictOn } from "./rule-book.rules.ts";

function ruleBookCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, tryScore, staff("result-profiles"), async ({ params, request }) => {
    const profile = isId(params.id) ? (await profilesById(db, [params.id])).get(params.id) : undefined;
    if (!profile) throw notFound();
    const asked = request.query as Readonly<Record<string, unknown>>;
    const typed = (name: string): string => (typeof asked[name] === "string" ? asked[name].slice(0, 40) : "");
    return verdictOn({ score: typed("score"), ca: typed("ca"), examination: typed("examination") }, profile);
  });
}

export const ruleBookNoun: Noun = { name: "rule-book", calls: ruleBookCalls };
