import { sql } from "kysely";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { lastReturnOf } from "#selection/caps-return/caps-return.server.ts";
import { type CapsStanding, isApproved } from "#selection/caps-return/caps-return.status.contract.ts";
import { type ListOnCaps, unapprovedWords } from "./release.caps.contract.ts";

type Listed = { readonly _id: string; readonly session: string };

/** How the offers of a list stand with CAPS; those that are held back or recalled do not count. */
export async function listOnCapsOf(db: Database | Trx, { _id, session }: Listed): Promise<ListOnCaps> {
  const { rows } = await sql<{ standing: CapsStanding; count: number }>`
    select caps as standing, count(*)::int as count from portal.release_line_caps
    where release = ${_id} and kind is not null and standing in ('Waiting', 'Out')
    group by caps order by count(*) desc, caps`.execute(db);
  const returnedAt = await lastReturnOf(db, session);
  const setting = await readSetting(db, "capsApproval");
  const others = rows.filter(({ standing }) => !isApproved(standing));
  const sum = (list: readonly { readonly count: number }[]) => list.reduce((held, { count }) => held + count, 0);
  return { offers: sum(rows), approved: sum(rows) - sum(others), others, returnedAt, held: setting === "held" };
}

/** What the audit keeps of it: what was known of CAPS when a list was proposed or approved. */
export const capsNoted = (caps: ListOnCaps): { readonly caps?: string } =>
  caps.offers === 0 ? {} : { caps: unapprovedWords(caps) || "All are approved on CAPS" };

/** What is told of a list that is proposed or approved, behind its sentence; empty where CAPS has approved all. */
export function capsTold(caps: ListOnCaps): string {
  const words = unapprovedWords(caps);
  return (
    words && `. ${words}${caps.held ? ". They are held back at that minute unless a newer return approves them" : ""}`
  );
}
