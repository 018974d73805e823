import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { foundChosen } from "#console/list/list.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { ownFile } from "#platform/files/stored-file.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyClearanceItem } from "../../clearance-item/clearance-item.server.ts";
import { clearanceRules } from "../clearance.read.server.ts";
import { type ClearanceState, isInTheWay, stepsFrom } from "../clearance.rules.ts";
import { mailCleared, mailRefused } from "./tick.mail.server.ts";

interface Ticking extends ChosenRows {
  readonly to: ClearanceState;
  /** Where the officer saw all of them stand. */
  readonly standing: ClearanceState;
  readonly reason?: string | undefined;
  readonly note?: string | undefined;
  /** The name of a scan that the officer has sent. */
  readonly proof?: string | undefined;
}

/** A line that nobody else changes until the transaction ends. */
export interface LockedLine {
  readonly _id: string;
  readonly application: string;
  readonly applicant: string;
  readonly code: string;
  readonly name: string;
  readonly label: string;
  readonly whereto: string;
  readonly bring: string;
  readonly asks: string | null;
  readonly proofasked: boolean;
  readonly state: ClearanceState;
  readonly decidedby: string | null;
  readonly at: string | null;
}

/**
 * Takes lines of people's clearance a step on, all or none, and tells whoever was refused something or has everything
 * cleared. Refuses lines beyond reach (409: they are not there), the own file (403), a line that stands elsewhere by now
 * (409, with who decided), a step that does not lead from there, and a tick without the note or the scan that its item asks for.
 */
export async function tickLines(app: FastifyInstance, work: Work, who: Officer, form: Ticking) {
  const { trx, note } = work;
  const { to, standing, ids, query, count } = form;
  const chosen = await foundChosen(trx, clearanceRules, who, { ids, query, count });
  const lines = await lockedLines(trx, chosen);
  await refuseOwnFiles(
    trx,
    who,
    lines.map(({ applicant }) => applicant),
  );
  await requireAsSeen(trx, lines, standing);
  if (!stepsFrom(standing).includes(to))
    throw refuse(
      "step-not-possible",
      `What is ${standing.toLowerCase()} does not become ${to.toLowerCase()} at once. Take it back first`,
    );
  const words = to === "Cleared" ? await tickWords(trx, who, lines, form) : { reason: form.reason ?? null };
  await keepStep(trx, chosen, { to, by: who.staff, ...unsaid, ...words });
  for (const { _id, label, code } of lines)
    note({
      deed: deedOf[to],
      subject: `clearance:${_id}`,
      before: { state: standing },
      after: { state: to, item: label, code, ...words },
      ...(words.reason && { reason: words.reason }),
    });
  if (to === "Refused") await mailRefused(app, trx, lines, form.reason ?? "");
  if (isInTheWay(standing) && !isInTheWay(to)) await mailCleared(app, trx, lines);
  return { type: "success" as const, message: messageOf(lines, to), count: lines.length };
}

const deedOf: Readonly<Record<ClearanceState, string>> = {
  Cleared: "clearance.clear",
  Refused: "clearance.refuse",
  Waived: "clearance.waive",
  Open: "clearance.take-back",
};

/** Locks the files in one order, so that two offices that tick the same people wait for each other, then reads their lines. */
async function lockedLines(trx: Trx, ids: readonly string[]): Promise<LockedLine[]> {
  await sql`select from portal.clearance_file f
    where f.application in (select c.application from portal.clearance c where c._id = any(${[...ids]}::uuid[]))
    order by f.application for update`.execute(trx);
  const { rows } = await sql<LockedLine>`
    select t._id, t.application, t.applicant, t.code, t.name, i.label, i.whereto, i.bring, i.note as asks,
      i.proof as proofasked, t.state, t.decidedby, t."decidedAt" as at
    from portal.clearance_line t join ${everyClearanceItem()} i on i._id = t.item
    where t._id = any(${[...ids]}::uuid[]) order by t.name, t._id`.execute(trx);
  return rows;
}

/** Refuses when one of them stands otherwise than the officer saw: 409, with who brought it there and when. */
async function requireAsSeen(trx: Trx, lines: readonly LockedLine[], seen: ClearanceState): Promise<void> {
  const [first, ...more] = lines.filter(({ state }) => state !== seen);
  if (!first) return;
  const { name, label, state, decidedby, at } = first;
  const names = await namesOfStaff(trx, decidedby ? [decidedby] : []);
  const by = decidedby && at ? `: ${names.get(decidedby) ?? ""} decided so on ${asMinute(at)}` : "";
  const others = more.length === 0 ? "" : ` So do ${more.length} more of the chosen.`;
  throw stale(
    "state-has-moved",
    `${label} of ${name} is ${state.toLowerCase()}${by}, not ${seen.toLowerCase()} as you saw it.${others} Look again; nothing was changed`,
  );
}

interface TickWords {
  readonly reason: string | null;
  readonly note: string | null;
  /** Of the kept file. */
  readonly proof: string | null;
  readonly proofasked: boolean;
}

const unsaid: TickWords = { reason: null, note: null, proof: null, proofasked: false };

/** What a tick says of what was seen, and the scan that it stands on, as its item asks for them. */
async function tickWords(
  trx: Trx,
  who: Officer,
  lines: readonly LockedLine[],
  { note, proof }: Ticking,
): Promise<TickWords> {
  const asking = lines.find(({ asks }) => asks !== null);
  if (asking && !note) throw refuseFields("note-missing", { note: `${asking.label}: say ${lower(asking.asks ?? "")}` });
  const proofasked = lines.some((line) => line.proofasked);
  if ((proofasked || proof) && lines.length > 1)
    throw refuse("one-by-one", "A scan belongs to one person, so these are cleared one by one");
  if (proofasked && !proof) throw refuseFields("proof-missing", { proof: "Send the scan first" });
  const file = proof ? await ownFile(trx, who.staff, proof) : null;
  if (file !== null && file?.kind !== "document") throw refuseFields("proof-missing", { proof: "Send the scan first" });
  return { reason: null, note: note ?? null, proof: file?._id ?? null, proofasked };
}

const lower = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);

interface Step extends TickWords {
  readonly to: ClearanceState;
  readonly by: string;
}

async function keepStep(trx: Trx, ids: readonly string[], { to, by, ...words }: Step): Promise<void> {
  const decided = to === "Open" ? sql`null, null` : sql`${by}::uuid, now()`;
  await sql`update portal.clearance set state = ${to}, reason = ${words.reason}, note = ${words.note},
      proof = ${words.proof}::uuid, proofasked = ${words.proofasked}, (decidedby, "decidedAt") = row(${decided}),
      version = version + 1, "updatedAt" = now()
    where _id = any(${[...ids]}::uuid[])`.execute(trx);
}

function messageOf([first, ...more]: readonly LockedLine[], to: ClearanceState): string {
  if (!first) return "Nothing was changed";
  const done = to === "Open" ? "taken back" : to.toLowerCase();
  const labels = new Set([first, ...more].map(({ label }) => label));
  if (more.length === 0) return `${first.label} ${done}: ${first.name}`;
  return labels.size === 1
    ? `${first.label} ${done} for ${asCount(more.length + 1, "person", "people")}`
    : `${asCount(more.length + 1, "tick")} ${done}`;
}
