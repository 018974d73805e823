import type { Guard } from "./guard.ts";

const moves = "src/admission/programme-move/programme-move.test.ts";
const own = "src/admission/programme-move/programme-move.own.server.ts";

/** What bad luck would do to where an application stands, and what keeps it from it. */
export const programmeChoiceGuards: readonly Guard[] = [
  {
    against: "a consent to another programme after its day",
    file: own,
    has: " and (now() at time zone 'Africa/Lagos')::date <= answerby returning 1`",
    becomes: " returning 1`",
    shown: [moves, "no keeps the first choice after its day too"],
  },
  {
    against: "a seat of a merit list that is agreed to while the application goes elsewhere",
    file: "src/admission/programme-move/programme-move.ground.server.ts",
    has: "requireMovable(trx: Trx, of: MovableApplication): Promise<void> {\n  await holdOpenRuns(trx, of.snapshot.session._id);",
    becomes: "requireMovable(trx: Trx, of: MovableApplication): Promise<void> {",
    shown: ["src/admission/programme-move/programme-move.race.test.ts", "a merit list waits for a change of programme"],
  },
  {
    against: "a seat that is taken from whoever came first, and given to whoever asks next",
    file: "src/selection/merit-rank/merit-rank.wish.rules.ts",
    has: "[...(kept.get(programme) ?? []), ...arrived]",
    becomes: "[...arrived]",
    shown: ["src/selection/merit-rank/merit-rank.wish.test.ts", "second and third choices"],
  },
];
