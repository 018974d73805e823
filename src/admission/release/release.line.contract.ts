import * as v from "valibot";
import { chosenEntries } from "#console/chosen/chosen.contract.ts";
import { listing } from "#console/listing/listing.contract.ts";
import { maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { done, fields, post } from "#kit/endpoint.contract.ts";
import { choice, lines, text } from "#kit/fields.contract.ts";
import { typedReason } from "../offer/offer.list.contract.ts";
import { lineStandings } from "./release.states.contract.ts";
import { LONGEST_WORDS, refusalReasons } from "./release.words.contract.ts";

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
    merit: maybe(text("Merit list", 500)),
    standing: choice("Standing", lineStandings),
    held: maybe(text("Why held back", 600)),
  },
  title: ["code", "name"],
  columns: ["place", "code", "name", "programme", "offered", "reason", "standing", "held", "merit"],
  sorts: ["place", "name", "createdAt"],
  filters: ["release", "programme", "standing"],
  searched: "code, JAMB number or name",
});

const path = "/staff/ms_release/:id";

/** What chosen applications of the desk are put on a list with. */
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

export const offerAsForm = v.pipe(
  fields({
    ...chosenEntries,
    offered: choice("Offered", offered),
    condition: maybe(v.pipe(lines("Condition", 500), v.minLength(2, CONDITION), v.title("Condition"))),
  }),
  v.forward(
    v.check(
      (form) => form.offered === "Conditional" || form.condition === undefined,
      "A provisional offer has no condition",
    ),
    ["condition"],
  ),
);

export const offerAs = post(
  `${path}/offer-as`,
  "Says what chosen applications of a draft are offered, and under which condition",
  offerAsForm,
  done({ count: v.number() }),
);

const WRITE = "Write the words: for this reason the portal knows none";

export const refuseWithForm = v.pipe(
  fields({
    ...chosenEntries,
    reason: choice("Reason", refusalReasons),
    words: maybe(
      v.pipe(lines("Words", LONGEST_WORDS), v.minLength(2, "Words must have at least 2 characters"), v.title("Words")),
    ),
  }),
  v.forward(
    v.check((form) => form.reason !== "Other" || form.words !== undefined, WRITE),
    ["words"],
  ),
);

export const refuseWith = post(
  `${path}/refuse-with`,
  "Says why chosen applications of a draft are refused; without words of one's own the usual ones for the reason",
  refuseWithForm,
  done({ count: v.number() }),
);

export const holdLinesForm = fields({ ...chosenEntries, reason: typedReason() });

export const holdLines = post(
  `${path}/hold`,
  "Holds chosen applications back from a list before it goes out, such as those of people who do not want the place",
  holdLinesForm,
  done({ count: v.number() }),
);
