import { createHash } from "node:crypto";
import { sql } from "kysely";
import { membersOfStaff } from "#access/staff/staff.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { refuseOwnRecords } from "#registry/student/student.server.ts";
import { lockRound, type PracticeRound, roundById } from "../../practice-round/practice-round.server.ts";
import { schoolsFree } from "../choice/choice.server.ts";
import { type Judged, judged, lacksOf, takersOf } from "../teaching-practice.judge.server.ts";
import { postStudents } from "../teaching-practice.post.server.ts";
import { placedByWishes, type Wishing } from "../teaching-practice.rules.ts";
import type { PracticePlan } from "./plan.contract.ts";

interface Planned {
  readonly goes: ReturnType<typeof placedByWishes>;
  readonly stays: readonly { readonly student: string; readonly why: string }[];
  readonly people: ReadonlyMap<string, Judged>;
  readonly schools: ReadonlyMap<string, { readonly name: string; readonly free: number }>;
  readonly seen: string;
}

/** Who would go where by the wishes of those who may, and why the others stay. */
async function planned(db: Database | Trx, round: PracticeRound): Promise<Planned> {
  const { rows: wishing } =
    await sql<Wishing>`select w.student, array_remove(array[w.first, w.second, w.third], null) as wishes
    from portal.practice_wish w where w.round = ${round._id} order by w."sentAt", w._id`.execute(db);
  const ids = [...new Set([...wishing.map(({ student }) => student), ...(await takersOf(db, round))])];
  const people = await judged(db, round, ids);
  const schools = new Map((await schoolsFree(db, round._id)).map(({ _id, ...school }) => [_id, school]));
  const waiting = [...people.values()].filter(({ postedin, passed }) => postedin === null && !passed);
  const lacks = new Map(waiting.map((person) => [person.student, lacksOf(person, round)]));
  const goes = placedByWishes(
    wishing.filter(({ student }) => lacks.get(student)?.length === 0),
    new Map([...schools].map(([_id, { free }]) => [_id, free])),
  );
  const wished = new Set(wishing.map(({ student }) => student));
  const stays = waiting
    .filter(({ student }) => !goes.has(student))
    .map(({ student }) => ({
      student,
      why:
        lacks.get(student)?.join(", ") ||
        (wished.has(student) ? "No place is left at any school that was wished" : "Has not chosen"),
    }));
  const seen = createHash("sha256")
    .update(JSON.stringify([...goes].map(([student, { school }]) => [student, school]).sort()))
    .digest("hex")
    .slice(0, 32);
  return { goes, stays, people, schools, seen };
}

const called = ({ student, name, matric }: Judged) => ({ student, name, matric });

const byName = (one: { readonly name: string }, other: { readonly name: string }) => one.name.localeCompare(other.name);

interface Standing {
  readonly _id: string;
  readonly student: string;
  readonly supervisor: string | null;
}

/** The plan of a round with what is to be looked at among those who are posted. Whoever sees it sees the whole college. */
export async function practicePlan(db: Database, who: Officer, id: string): Promise<PracticePlan> {
  const round = await roundById(db, id);
  if (!round) throw notFound();
  requireWholeCollege(who);
  const { goes, stays, people, schools, seen } = await planned(db, round);
  const { rows: standing } = await sql<Standing>`select p._id, p.student, p.supervisor from portal.practice_posting p
    where p.round = ${id} and p.state = 'Posted'`.execute(db);
  const posted = await judged(
    db,
    round,
    standing.map(({ student }) => student),
  );
  const members = await membersOfStaff(
    db,
    standing.flatMap(({ supervisor }) => supervisor ?? []),
  );
  const about = (found: (of: Standing) => string | undefined) =>
    standing
      .flatMap((of) => {
        const why = found(of);
        const person = posted.get(of.student);
        return why && person ? [{ ...called(person), posting: of._id, why }] : [];
      })
      .sort(byName);
  return {
    round: round.name,
    way: round.way,
    open: round.choice === "open",
    chooseuntil: round.chooseuntil,
    goes: [...goes]
      .flatMap(([student, { school, wish }]) => {
        const person = people.get(student);
        return person ? [{ ...called(person), school: schools.get(school)?.name ?? "", wish }] : [];
      })
      .sort(byName),
    stays: stays
      .flatMap(({ student, why }) => {
        const person = people.get(student);
        return person ? [{ ...called(person), why }] : [];
      })
      .sort(byName),
    lacking: about(({ student }) => {
      const person = posted.get(student);
      return person && lacksOf(person, round).join(", ");
    }),
    left: about(({ supervisor }) => {
      const member = supervisor === null ? undefined : members.get(supervisor);
      return member && !member.isactive ? `${member.name} has left the college` : undefined;
    }),
    unsupervised: standing.filter(({ supervisor }) => supervisor === null).length,
    posted: standing.length,
    free: [...schools.values()].reduce((all, { free }) => all + free, 0),
    seen,
  };
}

/** Posts everybody of the plan, all or none. Refuses where it would be another than was seen. */
export async function carryOut(work: Work, config: Config, who: Officer, id: string, seen: string) {
  requireWholeCollege(who);
  const round = await lockRound(work.trx, id);
  if (!round) throw notFound();
  const plan = await planned(work.trx, round);
  if (plan.goes.size === 0) throw refuse("nobody-to-post", "Nobody can be posted by wishes now. Read below why");
  if (plan.seen !== seen)
    throw stale("plan-has-changed", "Wishes, places or records have changed since you looked. Look at the plan again");
  await refuseOwnRecords(work.trx, who, [...plan.goes.keys()]);
  const places = [...plan.goes].map(([student, { school }]) => ({ student, school }));
  await postStudents(work, config, round, plan.people, { places, postedby: who.staff });
  return {
    type: "success" as const,
    message: `${asCount(places.length, "student")} posted. Each gets a mail`,
    count: places.length,
  };
}
