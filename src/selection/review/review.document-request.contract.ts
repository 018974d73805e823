import * as v from "valibot";
import { onDay } from "#console/record/record.fields.contract.ts";
import { lines, optional, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

/** A request is open while it is awaited or arrived. An arrived one may be replaced until somebody has looked at it. */
export const requestStates = ["Awaited", "Arrived", "Accepted", "Asked again", "Withdrawn"] as const;

export type RequestState = (typeof requestStates)[number];

export const isRequestOpen = (state: RequestState): boolean => state === "Awaited" || state === "Arrived";

/** Longer than any term: nobody means a day of the year after next. */
export const MOST_DAYS = 365;

/** As many as are open at once for one application. */
export const MOST_OPEN = 10;

const reason = (label: string) =>
  v.pipe(lines(label, 500), v.minCodePoints(2, `${label} must be at least 2 characters`), v.title(label));

const lastDay = onDay("Last day");

/** What is asked for: one of the documents that the programme asks for, or another one by its name. */
export const askForm = v.pipe(
  fields({
    requirement: optional(reference("Document")),
    label: optional(v.pipe(text("Name of the document", 120), v.minCodePoints(2, "Minimum of 2 characters expected"))),
    reason: reason("Reason"),
    due: lastDay,
  }),
  v.forward(
    v.check(({ requirement, label }) => !!requirement || !!label, "Type the name of the document"),
    ["label"],
  ),
  v.forward(
    v.check(
      ({ requirement, label }) => !requirement || !label,
      "Choose one of the documents, or name another one, not both",
    ),
    ["requirement"],
  ),
);

/** The applicant reads the reason. */
export const askAgainForm = fields({ reason: reason("Reason"), due: lastDay });

export const withdrawForm = fields({ reason: reason("Reason") });

const file = v.strictObject({ newname: v.string(), mediatype: v.string(), link: v.string() });

/** A request as the desk sees it. */
export const documentRequest = v.strictObject({
  _id: v.string(),
  requirement: v.nullable(v.string()),
  label: v.string(),
  reason: v.string(),
  /** The last day, in Lagos. */
  due: v.string(),
  /** The last day is over and nothing has come. */
  overdue: v.boolean(),
  state: v.picklist(requestStates),
  /** Every file that came for it, the newest first. */
  files: v.array(v.strictObject({ ...file.entries, arrivedAt: v.string() })),
  askedby: v.string(),
  closedby: v.nullable(v.string()),
  closedAt: v.nullable(v.string()),
  remark: v.nullable(v.string()),
  createdAt: v.string(),
});

export type DocumentRequest = v.InferOutput<typeof documentRequest>;

const desk = "/staff/ms_document_request";

export const askForDocument = post(
  "/staff/ms_review/:id/request",
  "Asks the applicant for a document again, until a last day; the applicant gets a mail",
  askForm,
  done({ _id: v.string() }),
);

export const acceptDocument = post(
  `${desk}/:id/accept`,
  "Says that the document that came will do",
  fields({}),
  done({}),
);

export const askOnceMore = post(
  `${desk}/:id/again`,
  "Closes a request and asks for the same document once more, with a new last day; the applicant gets a mail",
  askAgainForm,
  done({ _id: v.string() }),
);

export const withdrawRequest = post(
  `${desk}/:id/withdraw`,
  "Closes a request of which nothing is needed any more; the applicant no longer reads of it",
  withdrawForm,
  done({}),
);

/** A document that the office asks its applicant for, as the applicant sees it. Contract 3.11: addressed, so visible. */
export const askedDocument = v.strictObject({
  _id: v.string(),
  label: v.string(),
  reason: v.string(),
  due: v.string(),
  /** Days from today to the last one, in Lagos; below 0 it is over. It may still be sent. */
  daysleft: v.number(),
  /** What was sent for it and nobody has looked at yet; it may be replaced. */
  file: v.nullable(v.strictObject({ ...file.entries, arrivedAt: v.string() })),
});

export type AskedDocument = v.InferOutput<typeof askedDocument>;

export const sendForm = fields({
  /** The `newname` of one's own upload. */
  uri: v.pipe(
    reference("Document"),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "Choose the document again: this is not one of your uploads"),
    v.title("Document"),
  ),
});

export const sendDocument = post(
  "/ms_document_request/:id/document",
  "Sends one of the applicant's own uploads for a document that is asked for",
  sendForm,
  done({}),
);
