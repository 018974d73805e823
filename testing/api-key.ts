import type { Scope } from "../src/integration/api-key/api-key.rules.ts";
import { type Caller, caller } from "./applicant.ts";
import { inDays } from "./days.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { granted } from "./walk.ts";

/** Who proposes keys and makes their secrets, and who approves them. */
export interface KeyDesk {
  readonly proposer: StaffMember;
  readonly approver: StaffMember;
}

export const keyDesk = async (portal: TestPortal): Promise<KeyDesk> => ({
  proposer: await staffMember(portal, { lastname: "Proposer", pages: ["api-keys", "api-keys.change"] }),
  approver: await staffMember(portal, { lastname: "Approver", pages: ["api-keys", "api-keys.approve"] }),
});

let made = 0;

export const keyForm = (scopes: readonly Scope[], more: object = {}) => {
  made += 1;
  return { name: `Library ${made}`, scopes, endsOn: inDays(30), reason: "Agreed with the library", ...more };
};

/** A key in force, proposed by one and approved by another, and a caller who sends it. */
export async function keyInForce(
  portal: TestPortal,
  { proposer, approver }: KeyDesk,
  scopes: readonly Scope[],
  more: object = {},
): Promise<Caller & { readonly _id: string; readonly secret: string }> {
  const path = "/staff/ms_api_key";
  const { _id } = (await granted(proposer.post(path, keyForm(scopes, more)))).body;
  await granted(approver.post(`${path}/${_id}/approve`));
  const { secret } = (await granted(proposer.post(`${path}/${_id}/secret`))).body;
  return { ...caller(portal, secret), _id, secret };
}
