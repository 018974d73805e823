import type { FastifyInstance } from "fastify";
import { isOneOwn } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { statusesOf } from "#admission/offer/offer.server.ts";
import { type PassedPayment, passedAbout } from "#bursary/payment-exception/payment-exception.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { wordsOf } from "#console/list/list.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { filedName } from "#identity/account/account.rules.ts";
import {
  type AddressChange,
  addressChangesOf,
  addressesOf,
  deskAccount,
  type FoundAccount,
  findAccounts,
  veilAddress,
} from "#identity/account/account.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { localPhone, thirteenDigits } from "#kit/value/phone.rules.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuseForm } from "#kit/wire/refusal.server.ts";
import { settledStates, stateWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { paymentSentence } from "#payments/payment-reference/payment-reference.sentence.rules.ts";
import {
  everyPaymentOf,
  type OwnPayment,
  paymentByRrr,
  viewOf,
} from "#payments/payment-reference/payment-reference.server.ts";
import { bareRrr, rrrPattern } from "#payments/remita/remita.rules.ts";
import { auditOf } from "#platform/audit/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { mailsTo } from "#platform/mail/mail.server.ts";
import { receiveFile, takeFilesOnly } from "#profile/upload/upload.server.ts";
import { applicantsByCode } from "#selection/review/review.server.ts";
import { openErasureOf, openErasures } from "../own-data/own-data.server.ts";
import {
  type FoundPerson,
  findPeople,
  type HelpedPerson,
  listErasures,
  MOST_FOUND,
  readPerson,
  sendEvidence,
} from "./help-desk.contract.ts";
import { helpDeskDeeds } from "./help-desk.deeds.server.ts";
import { HELP_PREFIX, helpDeedWords } from "./help-desk.help.server.ts";
import { viewCalls } from "./help-desk.view.server.ts";

const MOST = 20;

/** How far an applicant is, card by card; the dashboard tells it. */
export type ProgressOf = (app: FastifyInstance, applicant: string) => Promise<HelpedPerson["progress"]>;

/** All that the help desk may see of one applicant. 404 for an unknown one. */
async function personFor(
  app: FastifyInstance,
  who: Officer,
  id: string,
  progressOf: ProgressOf,
): Promise<HelpedPerson> {
  const { db } = app.portal;
  const account = isId(id) ? await deskAccount(db, id) : undefined;
  if (!account) throw notFound();
  const [changes, addresses] = await Promise.all([addressChangesOf(db, id), addressesOf(db, id)]);
  const [own, told, progress, payments, applications, mails, history, asked] = await Promise.all([
    isOneOwn(db, who.staff, [id]),
    asTold(app, changes),
    progressOf(app, id),
    everyPaymentOf(db, id),
    statusesOf(db, app.portal.files, id),
    mailsTo(db, addresses, MOST),
    helpGiven(app, id),
    openErasureOf(db, id),
  ]);
  const passed = await passedAbout(
    db,
    payments.map(({ _id }) => _id),
  );
  return {
    account,
    own,
    progress,
    mails,
    history,
    changes: told,
    erasure: asked ? { at: asked.createdAt, due: asked.due, overdue: asked.overdue } : null,
    payments: payments.map((payment) => asPayment(payment, passed.get(payment._id) ?? null)),
    applications: applications.map(({ _id, code, programme, session, stage, next, due, createdAt }) => ({
      _id,
      code,
      stage,
      next,
      due,
      createdAt,
      programme: programmeTitle(programme),
      session: session.name,
    })),
  };
}

function asPayment(payment: OwnPayment, passed: PassedPayment | null): HelpedPerson["payments"][number] {
  const { _id, rrr, description, amount_kobo, state, createdAt } = payment;
  const sentence = paymentSentence(viewOf(payment));
  const open = !settledStates.includes(state);
  return {
    _id,
    rrr,
    description,
    createdAt,
    sentence,
    open,
    passed,
    amount: naira(amount_kobo),
    state: stateWords[state],
  };
}

async function asTold(
  { portal }: FastifyInstance,
  changes: readonly AddressChange[],
): Promise<HelpedPerson["changes"]> {
  if (changes.length === 0) return [];
  const ids = changes.map(({ evidence }) => evidence);
  const [names, files] = await Promise.all([
    namesOfStaff(
      portal.db,
      changes.map(({ askedby }) => askedby),
    ),
    portal.db.selectFrom(storedFiles(portal.db)).select(["_id", "newname"]).where("_id", "in", ids).execute(),
  ]);
  return Promise.all(
    changes.map(
      async ({ newaddress, oldaddress, reason, askedby, createdAt, endsAt, confirmedAt, open, evidence }) => ({
        newaddress,
        oldaddress,
        reason,
        endsAt,
        confirmedAt,
        open,
        askedAt: createdAt,
        askedby: names.get(askedby) ?? "",
        evidence: await portal.files.link(files.find(({ _id }) => _id === evidence)?.newname ?? ""),
      }),
    ),
  );
}

async function helpGiven({ portal: { db } }: FastifyInstance, applicant: string): Promise<HelpedPerson["history"]> {
  const lines = (await auditOf(db, `applicant:${applicant}`, 200)).filter(({ deed }) =>
    Object.hasOwn(helpDeedWords, deed),
  );
  const names = await namesOfStaff(
    db,
    lines.flatMap(({ actor, actorkind }) => (actorkind === "staff" && actor ? [actor] : [])),
  );
  return lines.slice(0, MOST).map(({ _id, at, deed, actor, reason }) => ({
    _id,
    at,
    reason,
    by: names.get(actor ?? "") ?? (deed.startsWith(HELP_PREFIX) ? "The office" : "The applicant"),
    deed: helpDeedWords[deed] ?? deed,
  }));
}

const TOO_SHORT = "Type at least three letters or digits of what you know";

/** Whom the words of the search box mean; nobody for an empty one. Refuses what would find half the college. */
async function findPerson(db: Database, typed: string): Promise<{ list: FoundPerson[]; more: boolean }> {
  const words = wordsOf(typed);
  if (words.length === 0) return { list: [], more: false };
  if (words.join("").length < 3) throw refuseForm("search-too-short", TOO_SHORT, { q: TOO_SHORT });
  const q = words.join(" ");
  const ids = (await Promise.all([payerOf(db, q), whoApplied(db, q)])).flat();
  const found = await findAccounts(db, { words: ids.length > 0 ? [] : asStored(q, words), ids }, MOST_FOUND + 1);
  return { list: found.slice(0, MOST_FOUND).map(asFound), more: found.length > MOST_FOUND };
}

async function payerOf(db: Database, q: string): Promise<string[]> {
  const rrr = bareRrr(q);
  const payment = rrrPattern.test(rrr) ? await paymentByRrr(db, rrr) : undefined;
  return payment?.applicant ? [payment.applicant] : [];
}

/** The last eight signs are random, and often all that somebody reads out. */
const codeShape = /^(?:[0-9A-Z]{2,4}\/[A-Z]+\/)?[2-9CFGHJMPQRVWX]{4}-?[2-9CFGHJMPQRVWX]{4}$/i;

async function whoApplied(db: Database, q: string): Promise<string[]> {
  if (!codeShape.test(q)) return [];
  return applicantsByCode(db, q.replace(/(.{4})-?(.{4})$/, "$1-$2"), MOST_FOUND);
}

/** Phone and JAMB numbers as they are stored, however they were typed. */
function asStored(q: string, words: readonly string[]): readonly string[] {
  const phone = thirteenDigits(q);
  if (/^234[789][01]\d{8}$/.test(phone)) return [phone];
  const jamb = q.replace(/[\s-]/g, "");
  return /^\d{8,12}[A-Za-z]{2}$/.test(jamb) ? [jamb] : words;
}

const asFound = (found: FoundAccount): FoundPerson => ({
  _id: found._id,
  jamb: found.jamb,
  verified: found.verified,
  name: filedName(found),
  emailaddress: veilAddress(found.emailaddress),
  phonenumber: localPhone(found.phonenumber).replace(/ \d{3} /, " ••• "),
});

/** Far more than a counter needs, far less than it takes to read the register out. */
const searches: Limit = {
  name: "help-desk-search",
  points: 200,
  seconds: 900,
  sentence: "You have searched two hundred times in a quarter of an hour. Please wait a few minutes",
};

/** The same for papers, which take room. */
const papers: Limit = {
  name: "help-desk-evidence",
  points: 30,
  seconds: 3_600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

interface Shown {
  /** How far an applicant is: the dashboard's own words. */
  readonly progressOf: ProgressOf;
  /** The applicant's reads that an onlooker may ask. */
  readonly seen: readonly AnyEndpoint[];
}

export function helpDeskCalls(app: FastifyInstance, { progressOf, seen }: Shown): void {
  const { db, limits } = app.portal;

  handle(app, findPeople, staff("help-desk"), async ({ who, request }) => {
    requireWholeCollege(who);
    const { q } = request.query as { q?: unknown };
    if (typeof q !== "string" || q.trim() === "") return { list: [], more: false };
    await limits.take(searches, who.staff);
    return findPerson(db, q);
  });

  handle(app, listErasures, staff("help-desk"), async ({ who }) => {
    requireWholeCollege(who);
    const open = await openErasures(db);
    const people = await findAccounts(db, { words: [], ids: open.map(({ applicant }) => applicant) }, open.length);
    const names = new Map(people.map((person) => [person._id, filedName(person)]));
    return open.map(({ applicant, createdAt, due, overdue }) => ({
      _id: applicant,
      name: names.get(applicant) ?? "",
      at: createdAt,
      due,
      overdue,
    }));
  });

  handle(app, readPerson, staff("help-desk"), async ({ who, params }) => {
    requireWholeCollege(who);
    await limits.take(searches, who.staff);
    return personFor(app, who, params.id, progressOf);
  });

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendEvidence, staff("help-desk.change"), async (ask) => {
      requireWholeCollege(ask.who);
      await limits.take(papers, ask.who.staff);
      return receiveFile(app, ask, ask.who.staff);
    });
  });

  helpDeskDeeds(app);
  viewCalls(app, seen);
}
