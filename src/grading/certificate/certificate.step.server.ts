import { type Selectable, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { balanceOf } from "#registry/bill/bill.server.ts";
import { holdAgainst } from "#registry/hold/hold.server.ts";
import { refuseOwnRecords } from "#registry/student/student.server.ts";
import { holdExits, openExits } from "../exit-clearance/exit-clearance.server.ts";
import { conferred, markLeft } from "../graduation/graduation.server.ts";
import { printAnother } from "./certificate.print.server.ts";
import { type SheetKind, type SheetState, sheetStepsFrom } from "./certificate.rules.ts";

export interface Sheet extends Omit<Selectable<DB["certificate"]>, "state" | "kind"> {
  readonly state: SheetState;
  readonly kind: SheetKind;
}

interface Moving {
  readonly to: SheetState;
  readonly standing: SheetState;
  readonly words?: string | undefined;
  readonly despite?: string | undefined;
}

/**
 * Takes a sheet a step on. Refuses who is the student (403), a sheet that stands elsewhere by now (409), a step that does not lead from
 * there, and a certificate that is handed out while something is open, unless it is said why.
 */
export async function moveOn(work: Work, who: Officer, id: string, { to, standing, words, despite }: Moving) {
  const { trx, note } = work;
  const sheet = await lockSheet(trx, id);
  await refuseOwnRecords(trx, who, [sheet.student]);
  if (sheet.state !== standing) throw await movedMeanwhile(trx, sheet);
  if (!sheetStepsFrom(standing).includes(to))
    throw refuse("step-not-possible", `What is ${standing.toLowerCase()} does not become ${to.toLowerCase()}`);
  if (to === "Signed" || to === "Collected") await requireAwards(trx, [sheet]);
  if (to === "Collected") await requireFree(trx, sheet, despite);
  const kept = to === "Collected" && despite ? despite : sheet.despite;
  await trx
    .updateTable("certificate")
    .set({
      ...{ state: to, despite: kept },
      ...(to === "Collected" && { takenby: words ?? null }),
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where("_id", "=", id)
    .execute();
  await trx
    .insertInto("certificate_step")
    .values({ _id: newId(), certificate: id, state: to, words: words ?? null, staff: who.staff })
    .execute();
  note({
    deed: deedOf[to],
    subject: `certificate:${id}`,
    before: { state: standing },
    after: { state: to, serial: sheet.serial, ...(to === "Collected" && { takenby: words, despite }) },
    ...(words && { reason: words }),
  });
  if (to === "Collected" && sheet.kind === "Certificate") await markLeft(trx, sheet.graduand);
  const next = to === "Replaced" ? await printAnother(work, who, sheet.kind, sheet.graduand, id) : null;
  const more = next === null ? "" : ". Another one is printed with a serial of its own";
  return { type: "success" as const, message: `${sheet.serial} of ${sheet.name}: ${to}${more}`, next };
}

/** Marks many as signed, all or none. Refuses who is one of the students (403), and a sheet that does not wait for signatures. */
export async function signThem({ trx, note }: Work, who: Officer, ids: readonly string[]) {
  const sheets = await trx
    .selectFrom("certificate")
    .select(["_id", "serial", "state", "student", "graduand"])
    .where("_id", "in", ids)
    .orderBy("_id")
    .forUpdate()
    .execute();
  await refuseOwnRecords(
    trx,
    who,
    sheets.map(({ student }) => student),
  );
  const other = sheets.find(({ state }) => state !== "Printed");
  if (other)
    throw refuse(
      "step-not-possible",
      `${other.serial} is ${other.state.toLowerCase()} already, so none was marked. Choose those alone that are printed`,
    );
  await requireAwards(trx, sheets);
  await trx
    .updateTable("certificate")
    .set({ state: "Signed", version: sql`version + 1`, updatedAt: sql`now()` })
    .where("_id", "in", ids)
    .execute();
  await trx
    .insertInto("certificate_step")
    .values(ids.map((certificate) => ({ _id: newId(), certificate, state: "Signed", staff: who.staff })))
    .execute();
  for (const { _id, serial } of sheets)
    note({
      deed: deedOf.Signed,
      subject: `certificate:${_id}`,
      before: { state: "Printed" },
      after: { state: "Signed", serial },
    });
  const message = `${asCount(ids.length, "certificate or statement is", "certificates and statements are")} marked as signed`;
  return { type: "success" as const, message, count: ids.length };
}

const deedOf: Readonly<Record<SheetState, string>> = {
  Printed: "certificate.give",
  Signed: "certificate.sign",
  Collected: "certificate.hand-out",
  Spoiled: "certificate.spoil",
  Replaced: "certificate.replace",
  Cancelled: "certificate.cancel",
};

async function lockSheet(trx: Trx, id: string): Promise<Sheet> {
  const sheet = isId(id)
    ? await trx.selectFrom("certificate").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!sheet) throw notFound();
  return sheet as Sheet;
}

async function movedMeanwhile(trx: Trx, { _id, serial, state }: Sheet): Promise<Error> {
  const last = await trx
    .selectFrom("certificate_step")
    .select(["staff", "createdAt"])
    .where("certificate", "=", _id)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const names = await namesOfStaff(trx, [last.staff]);
  return stale(
    "state-has-moved",
    `${serial} is ${state.toLowerCase()} by now: ${names.get(last.staff) ?? "a colleague"} said so on ${asMinute(last.createdAt)}. Look again; nothing was changed`,
  );
}

/** Refuses papers of an award that was taken back. */
async function requireAwards(trx: Trx, sheets: readonly Pick<Sheet, "serial" | "graduand">[]): Promise<void> {
  const standing = await conferred(
    trx,
    sheets.map(({ graduand }) => graduand),
  );
  const lines = new Set(standing.map(({ _id }) => _id));
  const fallen = sheets.find(({ graduand }) => !lines.has(graduand));
  if (fallen)
    throw refuse(
      "award-not-conferred",
      `The award of ${fallen.serial} was taken back, so nothing was signed or handed out. Cancel that paper`,
    );
}

/** Refuses what is handed out while something is open, by name, unless it is said why. */
async function requireFree(trx: Trx, sheet: Sheet, despite: string | undefined): Promise<void> {
  await holdExits(trx, sheet.student);
  const open = await waitsFor(trx, sheet.kind, sheet.student);
  if (open.length === 0 || despite) return;
  throw refuseFields("clearance-open", {
    despite: `Not handed out yet: ${open.join("; ")}. Settle that first, or say why it is handed out all the same`,
  });
}

/** What keeps a sheet from being handed out, as the office reads it. */
export async function waitsFor(db: Database | Trx, kind: SheetKind, student: string): Promise<string[]> {
  const { exits, hold, owed } = await openAgainst(db, kind, student);
  return [
    ...(exits.length > 0 ? [`exit clearance is not finished (${exits.join(", ")})`] : []),
    ...(hold ? [`a hold on papers stands (${hold.reason}; ${hold.office})`] : []),
    ...(owed > 0 ? [`${asNaira(naira(owed))} are owed`] : []),
  ];
}

interface OpenAgainst {
  readonly exits: readonly string[];
  readonly hold: { readonly reason: string; readonly office: string } | null;
  /** In kobo. */
  readonly owed: number;
}

/** A hold on papers, and of a certificate the exit items that are not ticked and what is owed. */
export async function openAgainst(db: Database | Trx, kind: SheetKind, student: string): Promise<OpenAgainst> {
  const hold = (await holdAgainst(db, student, "papers")) ?? null;
  if (kind !== "Certificate") return { exits: [], hold, owed: 0 };
  return { exits: await openExits(db, student), hold, owed: await balanceOf(db, student) };
}
