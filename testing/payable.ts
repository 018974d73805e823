import { setTimeout as wait } from "node:timers/promises";
import type { PaymentPurpose } from "../src/payments/payment-reference/payment-reference.rules.ts";
import type { Person, Reply } from "./applicant.ts";
import { offered } from "./offered-applicant.ts";
import { payer, tenSecondsLater } from "./payer.ts";
import type { TestPortal } from "./portal.ts";
import { insist } from "./visitor.ts";
import { granted } from "./walk.ts";

/** One person with one thing to pay for, whatever its purpose: what holds for one fee holds for the other. */
export interface Payable {
  readonly purpose: PaymentPurpose;
  readonly person: Person;
  /** Below which the calls of the purpose stand. */
  readonly path: string;
  /** What the wish for a reference names. */
  readonly wished: Record<string, string>;
  /** The wish for a reference, granted or not. */
  wish(): Promise<Reply>;
  /** A granted one with its reference, asked for again while the provider keeps it. */
  make(): Promise<{ readonly _id: string; readonly rrr: string; readonly orderid: string; readonly kobo: number }>;
  /** Verify Payment, ten seconds after the last time. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, whatever the shape
  verify(rrr: string): Promise<any>;
  verifyPath(rrr: string): string;
  payPage(rrr: string): Promise<Reply>;
  /** The address of its receipt's data. */
  receiptPath(rrr: string): string;
}

export const purposes = ["application", "acceptance"] as const satisfies readonly PaymentPurpose[];

/** The application fee of somebody with a bio, or the acceptance fee of somebody who was offered a place. */
export const payable = (portal: TestPortal, purpose: PaymentPurpose): Promise<Payable> =>
  purpose === "application" ? applicationFee(portal) : acceptanceFee(portal);

async function applicationFee(portal: TestPortal): Promise<Payable> {
  const person = await payer(portal);
  const path = "/ms_application_fee";
  const wished = { programme: (await person.programme())._id };
  return payableAt(portal, "application", person, path, wished, {
    verifyPath: (rrr) => `${path}/${rrr}`,
    payPage: (rrr) => person.get(`${path}/${rrr}/pay`),
    receiptPath: (rrr) => `${path}/receipt/${rrr}`,
  });
}

async function acceptanceFee(portal: TestPortal): Promise<Payable> {
  const person = await offered(portal);
  const path = "/ms_acceptance_fee_rrr";
  return payableAt(
    portal,
    "acceptance",
    person,
    path,
    { application: person.application },
    {
      verifyPath: (rrr) => `${path}/verify/${rrr}`,
      payPage: (rrr) => person.get(`${path}/pay/${rrr}`),
      receiptPath: () => `${path}/receipt/${person.application}`,
    },
  );
}

type Ways = Pick<Payable, "verifyPath" | "payPage" | "receiptPath">;

function payableAt(
  portal: TestPortal,
  purpose: PaymentPurpose,
  person: Person,
  path: string,
  wished: Record<string, string>,
  ways: Ways,
): Payable {
  const wish = () => person.post(path, wished);
  return {
    ...{ purpose, person, path, wished, wish, ...ways },
    async make() {
      const rrr = await insistOnReference(portal, wish);
      const row = await portal.db
        .selectFrom("payment_reference")
        .select(["_id", "orderid", "amount_kobo as kobo"])
        .where("rrr", "=", rrr)
        .executeTakeFirstOrThrow();
      return { ...row, rrr };
    },
    async verify(rrr) {
      await tenSecondsLater(portal);
      return (await person.get(ways.verifyPath(rrr))).body;
    },
  };
}

async function insistOnReference(portal: TestPortal, wish: () => Promise<Reply>): Promise<string> {
  for (let tries = 1; tries <= 40; tries += 1) {
    const { body } = await granted(insist(wish));
    const rrr = body.rrr ?? body.RRR;
    if (rrr) return rrr;
    await wait(250);
    await tenSecondsLater(portal);
  }
  throw new Error("the provider never made the reference");
}
