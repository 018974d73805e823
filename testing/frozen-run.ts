import { sql } from "kysely";
import type { Reply } from "./applicant.ts";
import { checkedScheme } from "./merit.ts";
import type { TestPortal } from "./portal.ts";
import type { ReleaseDesk } from "./release-desk.ts";
import type { StaffMember } from "./staff.ts";
import { granted } from "./walk.ts";

const path = "/staff/ms_merit_run";

/** A merit list as the office draws it, which ranks these applications in this order, each in its programme; answers its `_id`. */
export async function drawnRun({ db }: TestPortal, desk: ReleaseDesk, ranked: readonly string[]): Promise<string> {
  await sql`update portal.review set state = 'Checked', verdict = 'Qualifies', "judgedAt" = now(),
      screening = 100 - array_position(${[...ranked]}::uuid[], _id)
    where _id = any(${[...ranked]}::uuid[])`.execute(db);
  const form = { session: desk.session, scheme: checkedScheme };
  return (await granted(desk.registrar.post(path, form))).body._id;
}

/** Proposes a run as it stands, or approves it. */
export async function decideRun(who: StaffMember, run: string, deed: "propose" | "approve"): Promise<Reply> {
  const { body } = await who.get(`${path}/${run}/cover`);
  return who.post(`${path}/${run}/${deed}`, { revision: body.run.revision });
}

/** Proposes it and approves it, as two people do. */
export async function frozen(
  { registrar, provost }: Pick<ReleaseDesk, "registrar" | "provost">,
  run: string,
): Promise<string> {
  await granted(decideRun(registrar, run, "propose"));
  await granted(decideRun(provost, run, "approve"));
  return run;
}

/** Both at once. */
export const frozenRunOf = async (portal: TestPortal, desk: ReleaseDesk, ranked: readonly string[]) =>
  frozen(desk, await drawnRun(portal, desk, ranked));
