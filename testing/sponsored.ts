import { tenSecondsLater } from "./payer.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";
import type { StaffMember } from "./staff.ts";
import type { Billed } from "./student.ts";
import { granted } from "./walk.ts";

/** A sponsor whom two people agreed to has paid on the bill of each, in naira; answers the reference. */
export async function sponsored(
  portal: TestPortal,
  [one, other]: readonly [StaffMember, StaffMember],
  shares: readonly (readonly [Billed, number])[],
): Promise<string> {
  const sponsor = {
    ...{ name: `Bosso Council ${shares[0]?.[0].matric}`, kind: "Local government", contact: "Alhaji Musa Danjuma" },
    ...{ emailaddress: "bosso@example.com", phonenumber: "0803 555 1234", status: true },
  };
  const { _id: of } = (await granted(one.post("/staff/ms_sponsor", sponsor))).body;
  const path = "/staff/ms_sponsorship";
  const total = shares.reduce((sum, [, amount]) => sum + amount, 0);
  const students = shares.map(([{ matric }, amount]) => `${matric}, ${amount}`).join("\n");
  const form = { sponsor: of, label: "Bursary", session: shares[0]?.[0].session, semester: 1, students };
  const { _id } = (await granted(one.post(path, { ...form, reason: "Letter of the council", total }))).body;
  await granted(other.post(`${path}/${_id}/approve`, {}));
  const { rrr } = (await granted(one.post(`${path}/${_id}/reference`, {}))).body;
  await sandboxControl(portal.sandbox).pay(rrr);
  await tenSecondsLater(portal);
  await granted(one.post(`${path}/${_id}/verify`, {}));
  return rrr;
}
