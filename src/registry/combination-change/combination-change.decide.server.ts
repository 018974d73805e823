import { type Selectable, sql } from "kysely";
import { decidedAlready, type ProposalKind, requireTurn } from "#access/proposal/proposal.server.ts";
import { lockSeats } from "#calendar/intake/intake.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { type BillMoves, billMoves, lockBillsOf, moveBills } from "../bill/bill.server.ts";
import { giveMatricNumber } from "../matriculation/matriculation.server.ts";
import { keepFormerMatric, lockStudent, refuseOwnStudents, writeProgramme } from "../student/student.server.ts";
import { effectsBeside, whyNone } from "./combination-change.effect.server.ts";
import { combinationMail, inForceNews, passedNews, refusedNews } from "./combination-change.mail.server.ts";
import { officeWords, wordsOfChange } from "./combination-change.read.server.ts";
import { type CombinationState, mayChangeGo, officeOf, type Turn } from "./combination-change.rules.ts";

type LockedStudent = NonNullable<Awaited<ReturnType<typeof lockStudent>>>;

/** A change with its student, both locked, and what was decided about it so far. */
export interface LockedChange extends Omit<Selectable<DB["combination_change"]>, "state"> {
  readonly state: CombinationState;
  /** The student asked for it, no member of staff. */
  readonly proposedby: null;
  readonly of: LockedStudent;
  readonly steps: readonly { readonly turn: string; readonly staff: string; readonly createdAt: string }[];
}

/** The student first, as everybody does who changes one; then the change. Undefined where there is none. */
export async function lockChange(trx: Trx, id: string): Promise<LockedChange | undefined> {
  const named = await trx.selectFrom("combination_change").select("student").where("_id", "=", id).executeTakeFirst();
  const of = named && (await lockStudent(trx, named.student));
  if (!of) return undefined;
  const change = await trx
    .selectFrom("combination_change")
    .selectAll()
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const steps = await trx
    .selectFrom("combination_step")
    .select(["turn", "staff", "createdAt"])
    .where("change", "=", id)
    .orderBy("createdAt")
    .execute();
  return { ...change, state: change.state as CombinationState, proposedby: null, of, steps };
}

/** Heads, dean and registrar, each in turn; nobody twice, and nobody about the student that one is. Decision 0068. */
export const combinationProposal: ProposalKind<LockedChange> = {
  noun: "combination_change",
  subject: ({ student }) => `student:${student}`,
  approval: "combination-changes.approve",
  lock: lockChange,
  mayGo: (from, to) => mayChangeGo(from as CombinationState, to as CombinationState),
  keep: keepStep,
  whyLate(trx, { state, steps, movedAt }) {
    const decidedby = state === "Withdrawn" ? null : (steps.at(-1)?.staff ?? null);
    return decidedAlready(trx, "This change of combination", { state, decidedby, decidedAt: movedAt });
  },
  async refuseOwn({ trx }, who, { of }) {
    await refuseOwnStudents(trx, who, [of]);
    return "";
  },
  seenAs: ({ name, version }) => ({ title: `The change of ${name}`, version }),
  async requireTurn(trx, who, change) {
    const turn = change.state as Turn;
    const now = {
      office: officeOf[turn],
      unit: change.turnunit,
      earlier: change.steps.map(({ staff }) => staff),
      about: change.of.applicant,
    };
    const words = await wordsOfChange(trx, change._id);
    await requireTurn(trx, who, { ...now, right: "combination-changes.approve" }, `the ${officeWords(turn, words)}`);
  },
};

/** Writes down what one office has decided, and where the change stands now. */
export async function keepStep(
  { trx }: Pick<Work, "trx">,
  { _id, state: turn }: LockedChange,
  to: string,
  { staff, reason }: { readonly staff: string; readonly reason: string | null },
  newmatric: string | null = null,
): Promise<void> {
  const approved = to !== "Refused";
  await trx.insertInto("combination_step").values({ change: _id, turn, approved, reason, staff }).execute();
  await trx
    .updateTable("combination_change")
    .set({ state: to, newmatric, movedAt: sql`now()`, version: sql`version + 1` })
    .where("_id", "=", _id)
    .execute();
}

/** The student reads who has refused it and why. */
export async function tellRefused(trx: Trx, config: Config, change: LockedChange, reason: string): Promise<string> {
  const words = await wordsOfChange(trx, change._id);
  const news = refusedNews(officeWords(change.state as Turn, words), reason);
  await writeMail(trx, combinationMail(config, { ...change.of, ...words }, news));
  return `Refused. ${change.name} stays in ${words.fromprogramme}`;
}

/** One office has agreed: the student reads whose turn it is now, and so does the one who agreed. */
export async function passOn(trx: Trx, config: Config, change: LockedChange, to: CombinationState): Promise<string> {
  const words = await wordsOfChange(trx, change._id);
  const next = officeWords(to as Turn, words);
  const news = passedNews(officeWords(change.state as Turn, words), next);
  await writeMail(trx, combinationMail(config, { ...change.of, ...words }, news));
  return `Approved. It waits for the ${next} now`;
}

/**
 * The last one has agreed: programme, bills and number change together, judged by what holds in this moment. Refuses where the
 * student, the bills, the entry rules or the places are not as they must be, or where it costs another than was seen.
 */
export async function bringIntoForce(
  work: Work,
  config: Config,
  change: LockedChange,
  by: { readonly staff: string; readonly difference: number },
): Promise<{ readonly message: string; readonly after: object }> {
  const { trx, note } = work;
  const { _id, of, student, programme, fromprogramme, session, name } = change;
  const words = await wordsOfChange(trx, _id);
  if (session !== null) await lockSeats(trx, session, [fromprogramme, programme]);
  // Judged, and then moved, as they stand now: whoever changes a bill meanwhile waits, and is waited for.
  await lockBillsOf(trx, student);
  const moves = await billMoves(trx, student);
  await requireStill(trx, change, moves, by.difference);
  const { title, reason } = { title: words.programme, reason: `From ${words.fromprogramme}` };
  await moveBills(work, { moves: moves(programme), programme, title, reason, staff: by.staff });
  await writeProgramme(trx, student, programme);
  const newmatric = session === null ? null : await renumbered(work, { _id: student, programme, session });
  await keepStep(work, change, "In force", { staff: by.staff, reason: null }, newmatric);
  note({
    deed: "student.programme",
    subject: `student:${student}`,
    before: { programme: { _id: fromprogramme, label: words.fromprogramme } },
    after: { programme: { _id: programme, label: words.programme } },
    reason: change.reason,
  });
  const news = inForceNews(billWords(by.difference), newmatric);
  await writeMail(trx, combinationMail(config, { ...of, ...words }, news));
  return { message: `${name} studies ${words.programme} from now on`, after: { newmatric } };
}

/** The other combination's next number, where the college wants it so; null where the number stays. */
async function renumbered(
  work: Work,
  entrant: { readonly _id: string; readonly programme: string; readonly session: string },
): Promise<string | null> {
  if ((await readSetting(work.trx, "matricAfterChange")) !== "new") return null;
  await keepFormerMatric(work.trx, entrant._id);
  return giveMatricNumber(work, entrant);
}

/** What was possible when it was asked for must be so now: it is judged when the last one agrees. */
async function requireStill(trx: Trx, change: LockedChange, moves: BillMoves, seen: number): Promise<void> {
  const { of, programme, fromprogramme, name } = change;
  if (of.programme !== fromprogramme)
    throw stale("student-has-moved", `${name} studies something else by now, so nothing was changed. Refuse it`);
  const none = await whyNone(trx, of);
  if (none !== null) throw refuse("combination-not-open", `${name}: ${none}`);
  const effect = (await effectsBeside(trx, of, moves)).get(programme);
  if (!effect)
    throw refuse("combination-not-open", "This combination takes nobody at the moment, so nothing was changed");
  if (effect.why !== null) throw refuse("combination-not-open", `${effect.programme.title}: ${effect.why}`);
  if (effect.difference !== seen) throw differenceMoved(effect.difference);
}

export const differenceMoved = (difference: number) =>
  stale(
    "version-stale",
    `What it costs has changed since you looked. ${billWords(difference)} Look at it again, then decide`,
  );

/** What becomes of the bill, in a sentence. */
export function billWords(difference: number): string {
  if (difference === 0) return "The bill stays as it is.";
  return difference > 0
    ? `The bill grows by ${asNaira(difference)}.`
    : `The bill shrinks by ${asNaira(-difference)}. What is paid beyond it stays credit.`;
}
