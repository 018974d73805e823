import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.whole.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Impossible } from "#platform/impossible.server.ts";
import type { Limit } from "#platform/limits.server.ts";
import { write } from "#platform/write.server.ts";
import { impossibleStates, lookNow, readChecks } from "./impossible-state.contract.ts";
import { keepLooked, lastLooks } from "./impossible-state.keep.server.ts";
import { lookForAll } from "./impossible-state.look.server.ts";

/** It reads every table. */
const looks: Limit = {
  name: "impossible-look",
  points: 6,
  seconds: 600,
  sentence: "The portal has looked six times in ten minutes. Please wait a few minutes",
};

export const impossibleStateRules: Rules<typeof impossibleStates> = {
  of: impossibleStates,
  table: "impossible_state",
  within: wholeCollege,
};

/** `checks` are those of every noun. */
export function impossibleStateCalls(app: FastifyInstance, checks: readonly Impossible[]): void {
  const { db, limits } = app.portal;

  handle(app, readChecks, staff("impossible-states"), async ({ who }) => {
    requireWholeCollege(who);
    const last = await lastLooks(db);
    return checks.map(({ name, sentence }) => {
      const { lookedAt = null, found = null, took = null, trouble = null } = last.get(name) ?? {};
      return { name, sentence, lookedAt, found, took, trouble };
    });
  });

  handle(app, lookNow, staff("impossible-states.change"), async (ask) => {
    requireWholeCollege(ask.who);
    await limits.take(looks, "college");
    const looked = await lookForAll(db, checks);
    return write(app, ask, async ({ trx, note }) => {
      await keepLooked(trx, looked);
      const broken = looked.filter(({ found }) => found !== 0);
      const after = Object.fromEntries(broken.map(({ name, found }) => [name, found]));
      note({ deed: "impossible-state.look", subject: "impossible-states", after });
      const message =
        broken.length === 0
          ? `Nothing impossible was found: ${looked.length} rules hold`
          : `${broken.length} of ${looked.length} rules ${broken.length === 1 ? "does" : "do"} not hold`;
      return { type: "success" as const, message, checks: looked.length, found: broken.length };
    });
  });
}
