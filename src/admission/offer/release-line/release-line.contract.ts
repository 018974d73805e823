import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { flag, maybe, onDay, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
import { capsStandings } from "#selection/jamb/jamb.caps.rules.ts";
import { lineStandings } from "../release/release.rules.ts";
import { LONGEST_WORDS, refusalReasons } from "./release-line.refusal.rules.ts";

const offered = ["Provisional", "Conditional"] as const;

/** The applications of every list, each with what it is offered or why it is refused. */
export const releaseLines = listing({
  noun: "release_line",
  one: "Application of a list",
  many: "Applications of a list",
  page: "releases",
  link: "/staff/releases/lines",
  entries: {
    place: whole("Place", 1, 100_000),
    code: text("Code", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    release: refersTo("List", "release"),
    programme: refersTo("Programme", "programme"),
    offered: maybe(choice("Offered", offered)),
    condition: maybe(text("Condition", 500)),
    reason: maybe(choice("Reason", refusalReasons)),
    words: maybe(lines("Words", LONGEST_WORDS)),
    caps: maybe(choice("CAPS", capsStandings)),
    approved: maybe(flag("Approved on CAPS", "Approved on CAPS", "Not approved on CAPS")),
    merit: maybe(text("Merit list", 500)),
    standing: choice("Standing", lineStandings),
    held: maybe(text("Why held back", 600)),
  },
  title: ["code", "name"],
  columns: [
    "code",
    "name",
    "programme",
    "offered",
    "condition",
    "reason",
    "words",
    "caps",
    "standing",
    "held",
    "merit",
  ],
  sorts: ["place", "name", "createdAt"],
  filters: ["release", "programme", "standing", "caps", "approved"],
  searched: "code, JAMB number or name",
});

const path = "/staff/ms_release/:id";

export const addLines = post(
  `${path}/add`,
  "Puts chosen applications on a list that is a draft, all or none",
  fields(chosenEntries),
  done({ count: v.number() }),
);

export const takeOffLines = post(
  `${path}/take-off`,
  "Takes chosen applications off a list that is a draft, all or none",
  fields(chosenEntries),
  done({ count: v.number() }),
);

const CONDITION = "Say the condition, or leave it empty for the usual one";

const offering = {
  offered: choice("Offered", offered),
  condition: maybe(v.pipe(lines("Condition", 500), v.minCodePoints(2, CONDITION), v.title("Condition"))),
  conditiondue: maybe(onDay("To be met by")),
};

const isMeant = (form: { readonly offered: string; readonly condition?: string | undefined }): boolean =>
  form.offered === "Conditional" || form.condition === undefined;

const UNMEANT = "A provisional offer has no condition";

export const offeringForm = v.pipe(
  fields(offering),
  v.forward(
    v.check((form) => isMeant(form), UNMEANT),
    ["condition"],
  ),
);

export const offerAs = post(
  `${path}/offer-as`,
  "Says what chosen applications of a draft are offered, and under which condition",
  v.pipe(
    fields({ ...chosenEntries, ...offering }),
    v.forward(
      v.check((form) => isMeant(form), UNMEANT),
      ["condition"],
    ),
  ),
  done({ count: v.number() }),
);

const WRITE = "Write the words: for this reason the portal knows none";

const refusing = {
  reason: choice("Reason", refusalReasons),
  words: maybe(
    v.pipe(
      lines("Words", LONGEST_WORDS),
      v.minCodePoints(2, "Words must have at least 2 characters"),
      v.title("Words"),
    ),
  ),
};

const isWorded = (form: { readonly reason: string; readonly words?: string | undefined }): boolean =>
  form.reason !== "Other" || form.words !== undefined;

export const refusingForm = v.pipe(
  fields(refusing),
  v.forward(
    v.check((form) => isWorded(form), WRITE),
    ["words"],
  ),
);

export const refuseWith = post(
  `${path}/refuse-with`,
  "Says why chosen applications of a draft are refused; without words of one's own the usual ones for the reason",
  v.pipe(
    fields({ ...chosenEntries, ...refusing }),
    v.forward(
      v.check((form) => isWorded(form), WRITE),
      ["words"],
    ),
  ),
  done({ count: v.number() }),
);

export const holdLines = post(
  `${path}/hold`,
  "Holds chosen applications back from a list before it goes out, such as those of people who do not want the place",
  fields({ ...chosenEntries, reason }),
  done({ count: v.number() }),
);
