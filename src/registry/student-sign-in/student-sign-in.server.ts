import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { inviteAccount, passwordResetJob, personOf, resetByLink } from "#identity/account/account.server.ts";
import { mailOnRequest } from "#identity/mail-allowance/mail-allowance.server.ts";
import {
  applicant,
  bearerToken,
  endThisSignIn,
  LAPSED_DAYS,
  livingSignIns,
  ownSignInCalls,
  type SignedIn,
  signedInAccount,
} from "#identity/session/session.server.ts";
import { SIGNED_IN } from "#identity/sign-in/sign-in.contract.ts";
import { enterByPassword, type SignInArea } from "#identity/sign-in/sign-in.server.ts";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { expired, Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { pageVisitor, requireOwnOrigin } from "#platform/http/own-origin.server.ts";
import { signInCookie } from "#platform/http/sign-in-cookie.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { maySignIn } from "../student/student.rules.ts";
import {
  addressOfMatric,
  mergedElsewhere,
  type StudentStanding,
  standingOfAccount,
  studentStanding,
} from "../student/student.server.ts";
import {
  enterStudentArea,
  forgotStudentPassword,
  readStudentPermit,
  resetStudentPassword,
  studentSignIn,
  studentSignIns,
  studentSignOut,
  toApplicantArea,
} from "./student-sign-in.contract.ts";
import { invitationMail, invitationTemplates } from "./student-sign-in.mail.server.ts";

export const studentCookie = signInCookie("student");

interface SignedInStudent extends SignedIn {
  /** The student's `_id`; `applicant` is that of the account. */
  readonly student: string;
}

/**
 * A living sign-in by cookie whose account is a student that may use the area, with `more` of the same student read in the same
 * round trip: a value of JSON. Who may not is told why, with 403.
 */
export function studentWith<Found extends object>(
  more: RawBuilder<Found>,
): Guard<SignedInStudent & { readonly found: StudentStanding & Found }> {
  const signInOf = livingSignIns<{ readonly standing: (StudentStanding & Found) | null }>(
    sql`, ${studentStanding(signedInAccount, more)} as standing`,
  );
  return {
    name: "student",
    async admit(request) {
      const { found, ...signIn } = await signInOf(request.server.portal, heldBy(request));
      const standing = admitted(found.standing, 403);
      return { ...signIn, student: standing._id, found: standing };
    },
  };
}

/** The same for a call that asks nothing more. */
export const student: Guard<SignedInStudent> = studentWith(sql<object>`'{}'::jsonb`);

const anySignIn = livingSignIns(sql``);

/** The same sign-in whatever the student's status: for the calls that lead out of the area. */
const leavingStudent: Guard<SignedIn & { readonly held: string }> = {
  name: "student",
  async admit(request) {
    const held = heldBy(request);
    const { found: _, ...signIn } = await anySignIn(request.server.portal, held);
    return { ...signIn, held };
  },
};

function heldBy(request: FastifyRequest): string {
  requireOwnOrigin(request);
  const held = studentCookie.heldBy(request);
  if (!held) throw expired();
  return held;
}

/** Refuses an account that is no student's, and a status that closes the area, each with what to do. */
function admitted<Standing extends StudentStanding>(standing: Standing | null, status: 200 | 403): Standing {
  if (!standing) throw new Refusal("student-unknown", status, NO_STUDENT);
  if (!maySignIn(standing.status)) throw new Refusal("student-not-active", status, closedAs(standing.status));
  return standing;
}

const NO_STUDENT =
  "This account has no student's record yet. Its applications, letters and receipts are in the applicant's area: sign in there. You become a student once you have accepted your offer and your clearance is complete";

const closedAs = (status: string) =>
  `Your record stands as ${status}, so the student's area is closed. Ask the Registry why, and what opens it again. Your letters and receipts are in the applicant's area`;

const mergedWith = (called: string) =>
  `Your record was put together with your other one, ${called}. Sign in with that matric number and its password, or choose Forgot password with the email address of that record. Ask the Registry if you do not know it`;

const mailStudentReset = passwordResetJob("mail-student-password-reset", "/student/reset");

export function studentSignInCalls(app: FastifyInstance): void {
  const { config, db } = app.portal;

  /** Whose record was merged with another, reads which one that is. */
  const admittedAccount = async (account: string) => {
    const standing = await standingOfAccount(db, account);
    const called = standing ? undefined : await mergedElsewhere(db, account);
    if (called) throw refuse("student-merged", mergedWith(called));
    return admitted(standing, 200);
  };

  const area: SignInArea = {
    wrong: "The matric number, the email address or the password is not right. Check them, or choose Forgot password?",
    named: "/api/student",
    admit: async ({ _id }) => void (await admittedAccount(_id)),
  };

  handle(app, studentSignIn, pageVisitor, async ({ body, request, reply }) => {
    const { emailaddress, matric = "", password, shared = false } = body;
    // By either name an account is the same one, guesses and all. A number that nobody has is guessed at as itself.
    const address = emailaddress ?? (await addressOfMatric(db, matric)) ?? matric;
    const entered = await enterByPassword(app, area, { emailaddress: address, password, shared, request, reply });
    if (!entered) throw refuse("account-unverified", NOT_VERIFIED);
    giveCookie(config, reply, entered.token, shared);
    return { type: "success" as const, message: SIGNED_IN };
  });

  handle(app, enterStudentArea, applicant, async ({ who, request, reply }) => {
    const token = bearerToken(request);
    if (!token) throw expired();
    await admittedAccount(who.applicant);
    giveCookie(config, reply, token, who.shared);
    return { type: "success" as const, message: "You are in the student's area" };
  });

  handle(app, toApplicantArea, leavingStudent, async ({ who }) => {
    const { firstname, middlename, lastname, emailaddress } = await personOf(db, who.applicant);
    const user = { _id: who.applicant, firstname, middlename, lastname, emailaddress };
    return { token: who.held, user, verify: true as const, message: SIGNED_IN, shared: who.shared };
  });

  handle(app, readStudentPermit, student, async ({ who }) => ({
    permit: true as const,
    student: who.student,
    shared: who.shared,
  }));

  handle(app, forgotStudentPassword, pageVisitor, (ask) =>
    mailOnRequest(app, ask, {
      job: mailStudentReset,
      deed: "password-reset.ask",
      subject: "applicant:of-an-address",
      message: "If this email address has an account, a link to choose a new password is on its way to it",
    }),
  );

  handle(app, resetStudentPassword, pageVisitor, (ask) => resetByLink(app, ask));

  handle(app, studentSignOut, leavingStudent, (ask) => {
    studentCookie.takeAway(config, ask.reply);
    return endThisSignIn(app, ask);
  });

  ownSignInCalls(app, studentSignIns, student, (reply) => studentCookie.takeAway(config, reply));
}

const NOT_VERIFIED =
  "Your email address is not verified yet. Sign in to the applicant's area, where we send you a code to verify it";

/**
 * On a device of others it ends with the browser. On one's own it outlives the sign-in, so that a phone hears whether that lapsed or
 * was ended by somebody.
 */
function giveCookie(config: Config, reply: FastifyReply, token: string, shared: boolean): void {
  if (shared) studentCookie.give(config, reply, token);
  else studentCookie.giveFor(LAPSED_DAYS * 24, config, reply, token);
}

/** Longer than a term's break, in which nobody reads mails. */
const DAYS = 30;

/**
 * Invites the owner of an account that a file or the office brought in to the student's area: the link of the letter chooses
 * the password, once, within 30 days. A later letter takes the place of the one before. `applicant` is the account's `_id`.
 */
export const inviteStudent = ({ portal: { config } }: FastifyInstance, work: Work, applicant: string): Promise<void> =>
  inviteAccount(work, { applicant, days: DAYS, mail: (to, link) => invitationMail(config.publicUrl, to, link, DAYS) });

export const studentSignInNoun: Noun = {
  name: "student-sign-in",
  templates: invitationTemplates,
  calls: studentSignInCalls,
  jobs: [mailStudentReset],
};
