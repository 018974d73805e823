import * as v from "valibot";
import { email, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { transcriptPaper } from "../content/content.contract.ts";
import { MOST_DAYS, openedThings } from "../transcript.rules.ts";

/** Where a link leads, below the portal's own address. */
export const SHARED = "/transcript";

const named = (label: string) =>
  v.pipe(text(label, 120), v.minCodePoints(2, `${label} must be at least 2 characters`), v.title(label));

const DAYS = `Days must be a whole number from 1 to ${MOST_DAYS}`;

/** One link to a school, and who opened it. */
export const sharedTranscript = v.strictObject({
  _id: v.string(),
  school: v.string(),
  emailaddress: v.string(),
  createdAt: v.string(),
  endsAt: v.string(),
  /** It works now: its day has not come, and nobody withdrew it. */
  works: v.boolean(),
  withdrawnAt: v.nullable(v.string()),
  /** The office sent it. */
  byoffice: v.boolean(),
  openings: v.array(
    v.strictObject({
      at: v.string(),
      name: v.string(),
      school: v.string(),
      what: v.picklist(openedThings),
      network: v.string(),
      browser: v.string(),
    }),
  ),
});

export type SharedTranscript = v.InferOutput<typeof sharedTranscript>;

export const shareForm = fields({
  school: named("School"),
  emailaddress: email("Email address of the school"),
  days: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^\d{1,2}$/, DAYS), v.transform(Number))], DAYS),
    v.integer(DAYS),
    v.minValue(1, DAYS),
    v.maxValue(MOST_DAYS, DAYS),
    v.title("Days that the link works"),
  ),
});

export const shareOwn = post(
  "/student/transcripts/:id/share",
  "Mails a school a link to one's own transcript that ends after some days; :id is the order's",
  shareForm,
  done({}),
);

export const withdrawShare = post(
  "/student/transcript_share/:id/withdraw",
  "Ends a link to one's own transcript at once",
  fields({}),
  done({}),
);

export const shareForStudent = post(
  "/staff/ms_transcript/:id/share",
  "Mails a school a link to a student's transcript, on the student's behalf; :id is the order's",
  shareForm,
  done({}),
);

export const readShared = get(
  "/transcript/:token",
  "Whose transcript a link leads to, for which school and until when; open to whoever has the link",
  v.strictObject({ student: v.string(), school: v.string(), endsAt: v.string() }),
);

export const openForm = fields({
  name: named("Your name"),
  school: named("Your school or office"),
});

export const openShared = post(
  "/transcript/:token/open",
  "Opens a transcript by its link, for a name and a school: the student reads who, when and what",
  fields({
    ...openForm.entries,
    what: v.pipe(
      v.picklist([...openedThings], "What to open must be one of those that are shown"),
      v.title("What to open"),
    ),
  }),
  v.strictObject({ paper: transcriptPaper, file: v.nullable(v.string()) }),
);
