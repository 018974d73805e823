import * as v from "valibot";
import { choice } from "#console/record/record.contract.ts";
import { whole } from "#console/record/record.fields.contract.ts";
import { choice as choiceOf, optional, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, type Replied } from "#kit/wire/endpoint.contract.ts";
import { capsStandings } from "../jamb/jamb.caps.rules.ts";
import { meritScheme } from "../merit-scheme/merit-scheme.contract.ts";
import { entryDeeds, runStates } from "./merit-list.rules.ts";
import { listTotals, programmeSummary } from "./merit-list.summary.contract.ts";

export const runsPath = "/staff/ms_merit_run";

const drawn = { session: reference("Session"), scheme: meritScheme };

export const makeRun = post(
  runsPath,
  "Ranks a session's applications by a scheme and keeps the list, with a place and a reason for each",
  fields({
    ...drawn,
    note: optional(v.pipe(text("Note", 200), v.minCodePoints(2, "Minimum of 2 characters expected"), v.title("Note"))),
  }),
  done({ _id: v.string(), version: v.number() }),
);

/** How many come to a seat, lose one, or change their rank against another run. */
const difference = v.strictObject({ entered: v.number(), left: v.number(), moved: v.number() });

export const previewRun = post(
  `${runsPath}/preview`,
  "The same without keeping anything; against another run, what would differ",
  fields({ ...drawn, against: optional(reference("Other list")) }),
  v.strictObject({
    totals: listTotals,
    programmes: v.array(v.strictObject({ ...programmeSummary.entries, change: v.nullable(difference) })),
    change: v.nullable(difference),
    warnings: v.array(v.string()),
  }),
);

export const chooseRun = get(`${runsPath}/choices`, "Merit lists to choose from", v.array(choice));

/** Who did a step of a run, and when. */
const step = v.strictObject({ by: v.string(), at: v.string() });

/** Who was entered by hand or taken off, with where the application stood before. */
const entry = v.strictObject({
  _id: v.string(),
  code: v.string(),
  name: v.string(),
  programme: v.string(),
  deed: v.picklist(entryDeeds),
  reason: v.string(),
  ...step.entries,
  /** The reason of the place before; null where the run had none for the application. */
  before: v.nullable(v.string()),
  undone: v.nullable(step),
});

export type HandEntry = v.InferOutput<typeof entry>;

const runHead = v.strictObject({
  _id: v.string(),
  title: v.string(),
  session: v.string(),
  state: v.picklist(runStates),
  note: v.nullable(v.string()),
  made: step,
  proposed: v.nullable(step),
  approved: v.nullable(step),
  hash: v.nullable(v.string()),
  /** Why it was given up. */
  discarded: v.nullable(v.string()),
  /** Whether whoever asks has made or proposed it, or changed it by hand, and so cannot approve it. */
  isOwn: v.boolean(),
  /** Rises with whatever is done to it; who proposes or approves it says which one was seen. */
  revision: v.number(),
});

export const readCover = get(
  `${runsPath}/:id/cover`,
  "What a list comes to: its scheme in words, programmes and quotas within reach, warnings, entries by hand, who agreed",
  v.strictObject({
    run: runHead,
    scheme: v.array(v.string()),
    totals: listTotals,
    programmes: v.array(programmeSummary),
    warnings: v.array(v.string()),
    /** Of a frozen list, the programmes of which nobody has said what JAMB calls them: its file for CAPS has our names. */
    uncoursed: v.array(v.string()),
    entries: v.array(entry),
  }),
);

export type ListCover = Replied<typeof readCover>;

export const checkHash = get(
  `${runsPath}/:id/hash`,
  "Whether the rows of a frozen list still come to its hash",
  v.strictObject({ kept: v.nullable(v.string()), found: v.string(), intact: v.boolean() }),
);

const boardRow = v.strictObject({
  rank: v.nullable(v.number()),
  code: v.string(),
  name: v.string(),
  jamb: v.string(),
  gender: v.string(),
  stateoforigin: v.string(),
  aggregate: v.nullable(v.string()),
  quota: v.nullable(v.string()),
  /** How the place stands with CAPS now; null before a return of the session has come in. */
  caps: v.nullable(v.picklist(capsStandings)),
});

export const readBoard = get(
  `${runsPath}/:id/board`,
  "A list as the board reads it: who has a seat, programme by programme, and the first who wait",
  v.array(
    v.strictObject({
      /** Of the programme; what its quotas hold stands on the cover. */
      _id: v.string(),
      programme: v.string(),
      offers: v.array(boardRow),
      waiting: v.array(boardRow),
      /** Those who wait behind them. */
      more: v.number(),
    }),
  ),
);

export const changedPlace = v.strictObject({
  /** Of the application. */
  _id: v.string(),
  code: v.string(),
  name: v.string(),
  programme: v.string(),
  /** How it stands in this run, and how in the other; null where it is not in it. */
  here: v.nullable(v.string()),
  there: v.nullable(v.string()),
  why: v.string(),
});

const changes = v.strictObject({ count: v.number(), first: v.array(changedPlace) });

export const compareRuns = get(
  `${runsPath}/:id/compare`,
  "Who has a seat in this list and not in another (with=), who lost one, whose rank or quota changed, and why; how they were drawn otherwise",
  v.strictObject({
    here: v.string(),
    there: v.string(),
    /** What the two were drawn by: weights, cut-offs and quotas of their schemes, and the free seats of programmes. */
    drawn: v.array(v.strictObject({ what: v.string(), here: v.nullable(v.string()), there: v.nullable(v.string()) })),
    entered: changes,
    left: changes,
    moved: changes,
  }),
);

const why = v.pipe(text("Reason", 500), v.minCodePoints(2, "Minimum of 2 characters expected"), v.title("Reason"));

export const enterByHand = post(
  `${runsPath}/:id/entry`,
  "Gives an application a seat of its programme by hand, or takes it off; drafts only, with a reason",
  fields({ code: text("Application code", 40), deed: choiceOf("What to do", entryDeeds), reason: why }),
  done({}),
);

export const undoEntry = post(
  `${runsPath}/:id/entry/:entry/undo`,
  "Takes an entry by hand back: the application stands again as the run drew it",
  fields({}),
  done({}),
);

/** The revision of the run that was looked at: one that was changed since is not decided on unseen. */
const seen = fields({ revision: whole("Revision", 1, 1_000_000_000) });

export const proposeRun = post(`${runsPath}/:id/propose`, "Proposes a draft for approval", seen, done({}));

const reasoned = fields({ reason: why });

export const withdrawRun = post(`${runsPath}/:id/withdraw`, "Takes a proposal back: a draft again", reasoned, done({}));

export const returnRun = post(
  `${runsPath}/:id/return`,
  "Sends a proposal back to who made it: a draft again",
  reasoned,
  done({}),
);

export const approveRun = post(
  `${runsPath}/:id/approve`,
  "Approves what another has proposed: the list is frozen under its hash",
  seen,
  done({ hash: v.string() }),
);

export const discardRun = post(`${runsPath}/:id/discard`, "Gives a list up; it stays to be read", reasoned, done({}));
