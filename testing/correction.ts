import type { CorrectionKind } from "../src/bursary/payment-correction/payment-correction.rules.ts";
import type { Reply } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { ownOrigin, type StaffMember, staffMember } from "./staff.ts";
import { smallPdf } from "./upload.ts";
import { insist } from "./visitor.ts";
import { granted } from "./walk.ts";

/** A cashier who proposes and a bursar who approves, as the demo college has them. */
export interface MoneyDesk {
  readonly cashier: StaffMember;
  readonly bursar: StaffMember;
  /** The `_id` of the payment with this RRR. */
  paymentOf(rrr: string): Promise<string>;
  /** Proposes a correction by the cashier, or another, with evidence of their own. */
  propose(rrr: string, kind: CorrectionKind, more?: Record<string, unknown>, who?: StaffMember): Promise<Reply>;
  /** Approves it by the bursar, or another. */
  approve(correction: string, who?: StaffMember): Promise<Reply>;
  /** Both; what is not granted throws. */
  correct(rrr: string, kind: CorrectionKind, more?: Record<string, unknown>): Promise<string>;
}

const pages = ["payments", "payment-exceptions", "payment-corrections", "receipts"] as const;
const changing = ["payments.change", "payment-exceptions.change", "payment-corrections.change"] as const;

export async function moneyDesk(portal: TestPortal): Promise<MoneyDesk> {
  const cashier = await staffMember(portal, { pages: [...pages, ...changing], firstname: "Sani", lastname: "Garba" });
  const bursar = await staffMember(portal, {
    pages: [...pages, ...changing, "payment-corrections.approve"],
    firstname: "Folake",
    lastname: "Adeyemi",
  });
  const paymentOf = async (rrr: string) =>
    (
      await portal.db
        .selectFrom("payment_reference")
        .select("_id")
        .where((row) => row.or([row("rrr", "=", rrr), row("orderid", "=", rrr)]))
        .executeTakeFirstOrThrow()
    )._id;
  const desk: Omit<MoneyDesk, "correct"> = {
    ...{ cashier, bursar, paymentOf },
    async propose(rrr, kind, more = {}, who = cashier) {
      const [payment, evidence] = [await paymentOf(rrr), await sendEvidence(portal, who)];
      const reason = "Compared with the statement of the bank";
      return who.post("/staff/ms_payment_correction", { payment, kind, reason, evidence, ...more });
    },
    approve: (correction, who = bursar) =>
      who.post(`/staff/ms_payment_correction/${correction}/approve`, { reason: "Seen and right" }),
  };
  return {
    ...desk,
    async correct(rrr, kind, more) {
      const { body } = await granted(desk.propose(rrr, kind, more));
      await granted(desk.approve(body._id));
      return body._id;
    },
  };
}

/** Sends a paper as evidence; answers its stored name. */
export async function sendEvidence(portal: TestPortal, who: StaffMember): Promise<string> {
  const reply = await insist(async () => {
    const form = new FormData();
    form.append("document", new Blob([new Uint8Array(smallPdf())]), "teller.pdf");
    const headers = { cookie: who.cookie, origin: ownOrigin(portal) };
    return fetch(`${portal.url}/api/staff/ms_payment_correction/evidence`, { method: "POST", headers, body: form });
  });
  const { photo } = (await reply.json()) as { photo: { newname: string } };
  return photo.newname;
}
