import type { FastifyInstance, FastifyRequest } from "fastify";
import { applicationBy } from "#applications/application/application.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { isForMany, type PaymentPurpose } from "#payments/payment-reference/payment-reference.rules.ts";
import {
  asRecords,
  itemsOf,
  type OwnPayment,
  paidOnOf,
  paymentById,
  paymentByRrr,
} from "#payments/payment-reference/payment-reference.server.ts";
import { receiptStanding } from "#payments/receipt/receipt.rules.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import { bareCode } from "#reference/papers/papers.code.rules.ts";
import { readSeal } from "#reference/papers/papers.contract.ts";
import { isPaperLetter, type PaperLetter, papers } from "#reference/papers/papers.names.rules.ts";
import { sealOf, signedPaper } from "#reference/papers/papers.server.ts";
import { provesScreening } from "#selection/screening/screening.server.ts";
import { gateCalls } from "./gate/gate.server.ts";
import { provesAcceptance, provesApplication, provesOffer } from "./genuine.application.server.ts";
import { checkPaper, type PaperProof } from "./genuine.contract.ts";

/** The receipt of a fee that names its own programme and session. */
const provesFee =
  (purpose: PaymentPurpose): Proves =>
  async (db, about) => {
    const payment = await (isId(about) ? paymentById(db, about) : paymentByRrr(db, about));
    if (payment?.purpose !== purpose) return null;
    const [record] = await asRecords(db, [payment]);
    return record ? proofOf(db, payment, record) : null;
  };

/** The receipt of a sponsor, or of who pays for a list: both pay for people of several programmes. */
async function provesMany(db: Database, rrr: string) {
  const payment = await paymentByRrr(db, rrr);
  if (!payment || !isForMany(payment.purpose)) return null;
  const session = (await sessionsById(db, [payment.session])).get(payment.session);
  return proofOf(db, payment, { programme: null, session: session ?? { name: "" } });
}

/** The receipt of an acceptance fee; programme and session as the application names them. */
async function provesAcceptanceFee(db: Database, rrr: string) {
  const payment = await paymentByRrr(db, rrr);
  const application = payment?.acceptanceof ? await applicationBy(db, "_id", payment.acceptanceof) : undefined;
  return payment && application ? proofOf(db, payment, application) : null;
}

interface PaidFor {
  readonly programme: Parameters<typeof programmeTitle>[0] | null;
  readonly session: { readonly name: string };
}

async function proofOf(db: Database, payment: OwnPayment, { programme, session }: PaidFor) {
  const { word, why } = receiptStanding({
    ...payment,
    amount: naira(payment.amount_kobo),
    withdrawn: naira(payment.withdrawn_kobo),
    items: itemsOf(payment),
  });
  const paidOn = await paidOnOf(db, payment);
  return {
    valid: why === null,
    name: payment.payername,
    programme: programme
      ? programmeTitle(programme)
      : payment.purpose === "sponsorship"
        ? "Students of several programmes"
        : "Applicants of a list",
    session: session.name,
    status: word,
    amount: naira(payment.amount_kobo),
    date: payment.state === "PAID" ? (paidOn ?? payment.verifiedAt) : null,
    why,
  };
}

/** Of one internet address. A right code is answered however many wrong ones came before it from a shared address. */
const wrongCodes: Limit = {
  name: "wrong-paper-code",
  points: 100,
  seconds: 900,
  sentence:
    "Too many wrong codes came from here. Please try again in a quarter of an hour, or ask the admissions office",
};

/** What a paper proves, looked up when it is asked; null when the records do not hold what it is about: 12 digits or an `_id`. */
type Proves = (db: Database, about: string) => Promise<Omit<PaperProof, "kind" | "checkedAt"> | null>;

const proofs: Readonly<Partial<Record<PaperLetter, Proves>>> = {
  S: provesApplication,
  J: provesScreening,
  F: provesFee("application"),
  A: provesOffer,
  C: provesAcceptanceFee,
  P: provesAcceptance,
  T: provesFee("tuition"),
  V: provesFee("service"),
  X: provesMany,
  B: provesMany,
};

const added = new WeakMap<Portal, Partial<Record<PaperLetter, Proves>>>();

/** Tells the check of papers that a higher domain prints; the noun does so when it registers its calls. */
export function addProof({ portal }: FastifyInstance, letter: PaperLetter, proves: Proves): void {
  added.set(portal, { ...added.get(portal), [letter]: proves });
}

/** A paper of ours, and what the records say of it. */
interface Proven {
  readonly kind: PaperLetter;
  readonly about: string;
  readonly found: Omit<PaperProof, "kind" | "checkedAt">;
}

export function genuineCalls(app: FastifyInstance): void {
  const { db, config, limits } = app.portal;

  const provenBy = async (code: string, request: FastifyRequest): Promise<Proven | { readonly why: string }> => {
    const paper = signedPaper(config, bareCode(code));
    if (!paper) {
      await limits.take(wrongCodes, networkOf(request));
      return { why: NOT_OURS };
    }
    const { kind, about } = paper;
    const proves = isPaperLetter(kind) ? (proofs[kind] ?? added.get(app.portal)?.[kind]) : undefined;
    const found = await proves?.(db, about);
    return found && isPaperLetter(kind) ? { kind, about, found } : { why: NO_RECORD };
  };

  handle(app, checkPaper, everyone, async ({ params, request, reply }) => {
    reply.header("x-robots-tag", "noindex");
    const proven = await provenBy(params.code, request);
    if (!("found" in proven)) return { valid: false as const, why: proven.why };
    return { kind: papers[proven.kind], ...proven.found, checkedAt: await clock(db) };
  });

  handle(app, readSeal, everyone, async ({ params, request, reply }) => {
    reply.header("x-robots-tag", "noindex");
    const proven = await provenBy(params.code, request);
    if (!("found" in proven) || !proven.found.valid) return { seal: null };
    const { kind, about, found } = proven;
    const { name, programme, session, date } = found;
    const status = found.amount === null ? found.status : `${found.status}, ${asNaira(found.amount)}`;
    const sealed = { kind, about, name, programme, session, status, date: date ?? "", sealedAt: await clock(db) };
    return { seal: await sealOf(db, config, sealed) };
  });
}

const NOT_OURS = "The college has not made this code. Compare each letter and digit with the paper";
const NO_RECORD = "The college's records hold nothing for this code. Please ask the admissions office";

export const genuineNoun: Noun = {
  name: "genuine",
  calls: (app) => {
    genuineCalls(app);
    gateCalls(app);
  },
};
