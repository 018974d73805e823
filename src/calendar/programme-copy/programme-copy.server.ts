import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { PageKey } from "#access/permission/permission.pages.rules.ts";
import { staff } from "#access/permission/permission.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { admittingProgrammesWithin, programmesById } from "#college/programme/programme.server.ts";
import type { Row } from "#console/record/record.contract.ts";
import {
  addRow,
  changeRow,
  columnsOf,
  mayRead,
  type RecordRegistry,
  type RecordRules,
  registryOf,
  shownRows,
  titledRow,
  type UntitledRow,
} from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { performChecked, type Trx, type Work, withinSavepoint } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { CopiedProgramme, CopyCall } from "./programme-copy.contract.ts";

/** What a noun tells of itself, whose rows belong to a session and a programme. */
interface Copying {
  readonly call: CopyCall;
  readonly rules: RecordRules;
  readonly right: PageKey;
  /** The rows as the office calls them: "fee items". */
  readonly things: string;
}

/** Copies what one programme has in a session to others, in one transaction. */
export function programmeCopyCall(app: FastifyInstance, { call, rules, right, things }: Copying): void {
  const registry = registryOf(app);

  handle(app, call, staff(right), async (ask) => {
    const { session, from, to, check } = ask.body;
    const copied = async (work: Work): Promise<CopiedProgramme[]> => {
      const mine = await rowsOf(registry, rules, work.trx, ask.who, session, [from]);
      const rows = mine.filter(({ status }) => status);
      if (rows.length === 0)
        throw refuseFields("nothing-to-copy", {
          from: `This programme has no active ${things} in this session. Choose another to copy from`,
        });
      const targets = await targetsOf(work.trx, ask.who, to, from);
      const ids = targets.map(({ _id }) => _id);
      const theirs = await rowsOf(registry, rules, work.trx, ask.who, session, ids);
      const report: CopiedProgramme[] = [];
      for (const programme of targets) {
        const has = theirs.filter((row) => idOf(row.programme) === programme._id);
        report.push(await copyTo(app, registry, rules, work, ask.who, programme, rows, has));
      }
      return report;
    };
    if (check) {
      const by = { actor: ask.who.actor, request: ask.request.id };
      const programmes = await performChecked(app.portal.db, by, copied);
      return { type: "success" as const, message: "Nothing has been copied yet", programmes };
    }
    return write(app, ask, async (work) => {
      const programmes = await copied(work);
      const [first, ...more] = programmes.filter(({ wrong }) => wrong !== null);
      if (first) throw refuse("rows-wrong", nothingCopied(first, more.length + 1, things));
      const count = programmes.length;
      work.note({ deed: `${rules.of.noun}.copy`, subject: `programme:${from}`, after: { session, to: count } });
      const message = `The ${things} of one programme were copied to ${asCount(count, "other")}`;
      return { type: "success" as const, message, programmes };
    });
  });
}

interface Target {
  readonly _id: string;
  readonly label: string;
}

/** The programmes to copy to, by name, without the one that is copied. Refuses one that does not exist. */
async function targetsOf(trx: Trx, who: Officer, to: "admitting" | readonly string[], from: string): Promise<Target[]> {
  const found =
    to === "admitting"
      ? await admittingProgrammesWithin(trx, who.scope)
      : [...(await programmesById(trx, to.filter(isId))).values()];
  if (to !== "admitting" && found.length < new Set(to).size)
    throw refuseFields("choice-not-found", { to: "One of the programmes was not found. Choose them from the list" });
  const others = found.filter(({ _id }) => _id !== from);
  if (others.length === 0)
    throw refuseFields("nothing-chosen", { to: "Choose at least one other programme to copy to" });
  return others.map((programme) => ({ _id: programme._id, label: programmeTitle(programme) }));
}

/** The rows of some programmes in a session, locked, within the asker's reach. */
async function rowsOf(
  registry: RecordRegistry,
  rules: RecordRules,
  trx: Trx,
  who: Officer,
  session: string,
  programmes: readonly string[],
) {
  if (!isId(session) || !programmes.every(isId)) return [];
  const base = sql`select t.* from ${sql.table(`portal.${rules.table}`)} t
    where t.session = ${session} and t.programme = any(${[...programmes]}::uuid[]) and ${mayRead(rules, who, columnsOf("t"))}
    order by t._id for update`;
  const { rows } = await sql<UntitledRow>`${shownRows(registry, rules, base)} order by r._id`.execute(trx);
  return rows.map((row) => titledRow(rules, row));
}

/** Adds or changes each row of one programme; what is refused is taken back and told. */
async function copyTo(
  app: FastifyInstance,
  registry: RecordRegistry,
  rules: RecordRules,
  work: Work,
  who: Officer,
  programme: Target,
  rows: readonly Row[],
  has: readonly Row[],
): Promise<CopiedProgramme> {
  const told = { programme: { ...programme }, added: 0, changed: 0, same: 0, others: 0, wrong: null };
  const { isNamesake, isSame } = comparing(rules);
  const others = has.filter((row) => row.status && !rows.some((one) => isNamesake(one, row))).length;
  const changed = has.filter((row) => rows.some((one) => isNamesake(one, row) && !isSame(one, row)));
  const refusal = await withinSavepoint(work, async (part) => {
    // Out of the way, so that items go to another service one after the other; the change makes each active again.
    await sql`update ${sql.table(`portal.${rules.table}`)} set status = false
      where _id = any(${changed.map(({ _id }) => _id)}::uuid[])`.execute(part.trx);
    for (const row of rows) {
      const before = has.find((one) => isNamesake(one, row));
      const form = formOf(rules, row, programme._id);
      if (!before) await addRow(app, registry, rules, part, { who, form });
      else if (!isSame(before, row)) await changeRow(app, registry, rules, part, { who, form, before });
      told[!before ? "added" : isSame(before, row) ? "same" : "changed"] += 1;
    }
  });
  if (!refusal) return { ...told, others };
  return { ...told, added: 0, changed: 0, same: 0, others, wrong: refusal.message };
}

/** By what two programmes' rows are the same one, and by what they are equal too: the noun's key, and all its fields. */
function comparing({ of }: RecordRules) {
  const alike = (names: readonly string[]) => (one: Row, other: Row) =>
    names.every((name) => one[name] === other[name]);
  const own = (names: readonly string[]) => names.filter((name) => name !== "session" && name !== "programme");
  return { isNamesake: alike(own(of.key)), isSame: alike(own(Object.keys(of.entries))) };
}

const formOf = ({ of }: RecordRules, row: Row, programme: string) => ({
  ...Object.fromEntries(Object.keys(of.entries).map((name) => [name, row[name]])),
  session: idOf(row.session),
  programme,
});

const idOf = (reference: unknown): string => (reference as { readonly _id: string })._id;

const nothingCopied = ({ programme, wrong }: CopiedProgramme, count: number, things: string): string =>
  `${asCount(count, "programme")} cannot take these ${things}, so nothing was copied. ${programme.label}: ${wrong}`;
