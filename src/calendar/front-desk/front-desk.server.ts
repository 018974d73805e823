import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { admittingProgrammes } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { entryRulesInForce, readableRules } from "../intake/intake.server.ts";
import { admissionSentence } from "../session/session.rules.ts";
import { currentAdmission } from "../session/session.server.ts";
import { answerFrontDesk, type Prospectus } from "./front-desk.prospectus.contract.ts";

/** What other nouns know of the session that admits. */
interface Asked {
  /** The application fee of each programme, in kobo. */
  fees(db: Database, session: string): Promise<ReadonlyMap<string, number>>;
  papers(db: Database, session: string): Promise<string[]>;
}

/** For so long one answer about the programmes serves everybody: who asks for it has no account, and no limit. */
const KEPT_MS = 2_000;

export function frontDeskCalls(app: FastifyInstance, asked: Asked): void {
  const { db } = app.portal;
  const prospectusOf = keptFor(KEPT_MS, async (session: string) => {
    const fees = await asked.fees(db, session);
    return { papers: await asked.papers(db, session), ...(await offered(db, fees, app.log)) };
  });

  handle(app, answerFrontDesk, everyone, async ({ request }) => {
    const admission = await currentAdmission(db);
    const message = admissionSentence(admission);
    const after = await readSetting(db, "afterApplying");
    const session = admission.session?._id;
    const fees = session ? await asked.fees(db, session) : new Map<string, number>();
    const desk = { brand, contact, admission: { ...admission, message, fees: rangeOf([...fees.values()]), after } };
    if (!session || !Object.hasOwn(request.query as object, "programmes")) return desk;
    return { ...desk, prospectus: await prospectusOf(session) };
  });
}

/** The same by one question for all who ask at once and shortly after; an answer that failed is asked for anew. */
function keptFor<T>(ms: number, find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  let kept: { key: string; until: number; answer: Promise<T> } | undefined;
  return (key) => {
    if (kept?.key === key && performance.now() < kept.until) return kept.answer;
    const answer = find(key);
    const one = { key, until: performance.now() + ms, answer };
    kept = one;
    answer.catch(() => {
      if (kept === one) kept = undefined;
    });
    return answer;
  };
}

const rangeOf = (kobo: readonly number[]) =>
  kobo.length === 0 ? null : { least: naira(Math.min(...kobo)), most: naira(Math.max(...kobo)) };

async function offered(
  db: Database,
  fees: ReadonlyMap<string, number>,
  log: FastifyBaseLogger,
): Promise<Omit<Prospectus, "papers">> {
  const [programmes, written, resultsNeeded] = await Promise.all([
    admittingProgrammes(db),
    entryRulesInForce(db),
    readSetting(db, "resultsNeeded"),
  ]);
  return {
    resultsNeeded,
    programmes: programmes.map((programme) => {
      const fee = fees.get(programme._id);
      return {
        ...programme,
        fee: fee === undefined ? null : naira(fee),
        rules: readableRules(programme, written, log),
      };
    }),
  };
}
