import * as v from "valibot";
import { email, lines, phone } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { photo } from "#profile/upload/upload.photo.contract.ts";

export const HELP_DESK = "/staff/help-desk";

/** As many as one looks through. */
export const MOST_FOUND = 20;

/** Somebody who was found; address and phone number are veiled until the person's page is opened. */
const found = v.strictObject({
  _id: v.string(),
  name: v.string(),
  jamb: v.string(),
  emailaddress: v.string(),
  phonenumber: v.string(),
  verified: v.boolean(),
});
export type FoundPerson = v.InferOutput<typeof found>;

/** A change of the address that the office asked for. */
const change = v.strictObject({
  newaddress: v.string(),
  oldaddress: v.string(),
  reason: v.string(),
  askedby: v.string(),
  askedAt: v.string(),
  endsAt: v.string(),
  confirmedAt: v.nullable(v.string()),
  /** It waits for its code. */
  open: v.boolean(),
  /** Shows the evidence for ten minutes. */
  evidence: v.string(),
});

const nullableTime = v.nullable(v.string());

export const helpedPerson = v.strictObject({
  account: v.strictObject({
    _id: v.string(),
    firstname: v.string(),
    middlename: v.nullable(v.string()),
    lastname: v.string(),
    jamb: v.string(),
    emailaddress: v.string(),
    phonenumber: v.string(),
    createdAt: v.string(),
    verifiedAt: nullableTime,
    hasPassword: v.boolean(),
    signIns: v.number(),
    devices: v.number(),
    signedInAt: nullableTime,
  }),
  /** It is the account of whoever asks: looked at, and nothing more. */
  own: v.boolean(),
  changes: v.array(change),
  /** The ten cards of the dashboard. */
  progress: v.array(v.strictObject({ title: v.string(), state: v.string(), hint: v.string() })),
  payments: v.array(
    v.strictObject({
      _id: v.string(),
      rrr: v.nullable(v.string()),
      description: v.string(),
      amount: amount("Amount"),
      state: v.string(),
      sentence: v.string(),
      createdAt: v.string(),
      /** An answer of the provider may still change it. */
      open: v.boolean(),
      /** The last question to the bursary about it, and its answer once there is one. */
      passed: v.nullable(v.strictObject({ at: v.string(), answer: v.nullable(v.string()), answeredAt: nullableTime })),
    }),
  ),
  applications: v.array(
    v.strictObject({
      _id: v.string(),
      code: v.string(),
      programme: v.string(),
      session: v.string(),
      stage: v.string(),
      next: v.string(),
      due: v.nullable(v.string()),
      createdAt: v.string(),
    }),
  ),
  mails: v.array(
    v.strictObject({
      _id: v.string(),
      createdAt: v.string(),
      recipient: v.string(),
      subject: v.string(),
      state: v.string(),
      sentAt: nullableTime,
      trouble: v.nullable(v.string()),
    }),
  ),
  /** Asked that the own data be deleted, and when the answer is due; null while nothing is asked. */
  erasure: v.nullable(v.strictObject({ at: v.string(), due: v.string(), overdue: v.boolean() })),
  /** What the help desk did, newest first. */
  history: v.array(
    v.strictObject({
      _id: v.string(),
      at: v.string(),
      by: v.string(),
      deed: v.string(),
      reason: v.nullable(v.string()),
    }),
  ),
});
export type HelpedPerson = v.InferOutput<typeof helpedPerson>;

const reason = v.pipe(lines("Reason", 500), v.minCodePoints(2, "Say in a few words why"), v.title("Reason"));
const evidence = v.pipe(
  v.string("Evidence is required"),
  v.nonEmpty("Send the evidence first: a photo or a scan of what shows it"),
  v.maxLength(100, "Send the evidence first: a photo or a scan of what shows it"),
  v.title("Evidence"),
);

export const reasonForm = fields({ reason });
/** Read out of a list, so it is short. */
export const questionForm = fields({
  reason: v.pipe(
    lines("Question", 200),
    v.minCodePoints(10, "Say in a sentence what the bursary should look at"),
    v.title("Question"),
  ),
});
export const addressForm = fields({ newaddress: email("New email address"), reason, evidence });
export const phoneForm = fields({ phonenumber: phone("New phone number"), reason, evidence });

const path = "/staff/ms_help_desk";
const one = `${path}/:id`;

export const findPeople = get(
  path,
  "Applicants by ?q=: address, phone number, JAMB number, RRR, application code or name; at most 20",
  v.strictObject({ list: v.array(found), more: v.boolean() }),
);
export const readPerson = get(`${one}`, "All that the help desk may see of one applicant", helpedPerson);
export const sendEvidence = post(
  `${path}/evidence`,
  "Stores a paper that shows why something is changed: field document (jpeg, png, pdf), at most 2 MB",
  v.nullish(v.undefined()),
  done({ photo }),
);
export const listErasures = get(
  `${path}/erasures`,
  "Who asked that their data be deleted and waits for an answer, the most urgent first",
  v.array(v.strictObject({ _id: v.string(), name: v.string(), at: v.string(), due: v.string(), overdue: v.boolean() })),
);
export const answerErasureRequest = post(
  `${one}/erasure`,
  "Deletes, for who asked for it, what no application and no payment rests on, and mails what went, what stays, and the reason",
  reasonForm,
  done({}),
);
export const resendCode = post(
  `${one}/code`,
  "Mails a new verification code to the address on file, or to the one that is to take its place",
  reasonForm,
  done({}),
);
export const sendPasswordLink = post(
  `${one}/password_link`,
  "Mails a link to choose a password to the address on file",
  reasonForm,
  done({}),
);
export const changeAddress = post(
  `${one}/address`,
  "Asks for another email address: it is changed once the new one has shown its code",
  addressForm,
  done({}),
);
export const withdrawAddress = post(
  `${one}/address/withdraw`,
  "Takes a change of the address back that waits for its code",
  reasonForm,
  done({}),
);
export const changePhone = post(`${one}/phone`, "Corrects the phone number", phoneForm, done({}));
/** Of one of the person's payments, which the money desk sees as asked by it. */
export const askAboutTheirPayment = post(
  `${one}/payment/:payment/ask`,
  "Asks the provider about one of the person's payments now, at most every 10 seconds",
  v.nullish(fields({})),
  done({}),
);
/** It waits there as an exception of its own kind. */
export const passPayment = post(
  `${one}/payment/:payment/pass`,
  "Passes a question about one of the person's payments on to the bursary, which sees it among its exceptions",
  questionForm,
  done({}),
);
export const endSignIns = post(`${one}/sign_out`, "Ends every sign-in at once", reasonForm, done({}));
