import { randomBytes } from "node:crypto";
import { hashToken } from "../src/identity/session/session.server.ts";
import { type Caller, caller } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";
import { patient } from "./visitor.ts";

export interface Payee extends Caller {
  readonly token: string;
  /** At a bank counter; nobody tells the portal of it. */
  pays(rrr: string): Promise<void>;
}

/** An applicant who is there already, signed in. */
export async function signedInAs(portal: TestPortal, applicant: string): Promise<Payee> {
  const token = randomBytes(32).toString("base64url");
  await portal.db
    .insertInto("sign_in")
    .values({ token: hashToken(token), applicant, endsAt: "2099-01-01T00:00:00Z", idle: "2 hours" })
    .execute();
  const bank = sandboxControl(portal.sandbox);
  return {
    token,
    ...patient(caller(portal, token)),
    async pays(rrr) {
      await bank.faultFor(rrr, "notify-none");
      await bank.pay(rrr, { channel: "BRANCH" });
    },
  };
}
