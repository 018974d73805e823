import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { type EntryRules, entryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { grades } from "#reference/grades/grades.rules.ts";
import { judgeEligibility, type Scored } from "./eligibility.rules.ts";

const subjects = ["English Language", "Mathematics", "Biology", "Chemistry", "Physics", "Arabic", "History"];
const place = fc.record({ anyOf: fc.uniqueArray(fc.constantFrom(...subjects), { minLength: 1, maxLength: 3 }) });
const olevelWith = (morePasses: fc.Arbitrary<number>) =>
  fc
    .record({
      minCredits: fc.nat(6),
      maxSittings: fc.integer({ min: 1, max: 3 }),
      credits: fc.array(place, { maxLength: 4 }),
      passes: fc.array(place, { maxLength: 2 }),
      morePasses,
    })
    .filter((rules) => v.is(entryRules, { olevel: rules }));
const plain = olevelWith(fc.constant(0));
const olevel = olevelWith(fc.nat(3));
const scored: fc.Arbitrary<Scored> = fc.record({
  examination: fc.constantFrom("1", "2", "3"),
  subject: fc.constantFrom(...subjects),
  scored: fc.constantFrom(...grades.map(({ grade }) => grade)),
});
/** A subject stands once in a sitting. */
const results = fc.uniqueArray(scored, {
  maxLength: 14,
  selector: ({ examination, subject }) => `${examination} ${subject}`,
});

const judge = (olevelRules: EntryRules["olevel"], typed: readonly Scored[]) =>
  judgeEligibility({ olevel: olevelRules }, typed);
const order = ["untyped", "short", "nearly", "qualifies"];
const rank = (standing: string) => order.indexOf(standing);

test("the order in which results were typed changes nothing", () => {
  fc.assert(
    fc.property(
      olevel,
      results.chain((typed) =>
        fc.tuple(fc.constant(typed), fc.shuffledSubarray(typed, { minLength: typed.length, maxLength: typed.length })),
      ),
      (rules, [typed, shuffled]) => {
        expect(judge(rules, shuffled)).toEqual(judge(rules, typed));
      },
    ),
  );
});

test("a better grade never makes a verdict worse", () => {
  fc.assert(
    fc.property(olevel, results, fc.nat(), fc.nat(8), (rules, typed, at, better) => {
      fc.pre(typed.length > 0);
      const place = at % typed.length;
      const improved = typed.map((one, n) => {
        const worst = grades.findIndex(({ grade }) => grade === one.scored);
        return n === place ? { ...one, scored: grades[Math.min(worst, better)]?.grade ?? one.scored } : one;
      });
      expect(rank(judge(rules, improved).standing)).toBeGreaterThanOrEqual(rank(judge(rules, typed).standing));
    }),
  );
});

test("one more result, or one more sitting that counts, never makes a verdict worse", () => {
  fc.assert(
    fc.property(olevel, results, (rules, typed) => {
      const { standing } = judge(rules, typed);
      expect(rank(judge(rules, typed.slice(1)).standing)).toBeLessThanOrEqual(rank(standing));
      const wider = judge({ ...rules, maxSittings: rules.maxSittings + 1 }, typed);
      expect(rank(wider.standing)).toBeGreaterThanOrEqual(rank(standing));
    }),
  );
});

test("earning what is said to be missing is enough", () => {
  fc.assert(
    fc.property(olevel, results, (rules, typed) => {
      const before = judge(rules, typed);
      fc.pre(before.standing === "nearly" && before.missing.length === 1);
      const [, word, names = ""] = /^(credit|pass) in (.*)$/.exec(before.missing[0] ?? "") ?? [];
      fc.pre(word !== undefined);
      for (const subject of names.split(/, | or /)) {
        // In every sitting, whichever of them count.
        const earned = ["1", "2", "3"].map(
          (examination): Scored => ({ examination, subject, scored: word === "credit" ? "C6" : "E8" }),
        );
        const others = typed.filter((one) => one.subject !== subject);
        const after = judge(rules, [...others, ...(word === "credit" ? earned : better(typed, earned))]);
        expect([subject, after.standing]).toEqual([subject, "qualifies"]);
      }
    }),
    { numRuns: 500 },
  );
});

/** A pass is earned without losing a credit of the same subject. */
const better = (typed: readonly Scored[], earned: readonly Scored[]) =>
  earned.map((one) => {
    const had = typed.find(({ examination, subject }) => examination === one.examination && subject === one.subject);
    return had && had.scored < one.scored ? had : one;
  });

test("more passes are counted beside the credits, each subject once", () => {
  fc.assert(
    fc.property(olevel, results, (rules, typed) => {
      const { standing } = judge(rules, typed);
      fc.pre(typed.length > 0 && standing !== "unpublished");
      const { morePasses = 0, ...bare } = rules;
      const enough = sets(rules.maxSittings).some((set) => {
        const some = ofSittings(typed, set);
        const passed = new Set(some.filter(({ scored }) => Number(scored[1]) <= 8).map(({ subject }) => subject));
        const asked = Math.max(rules.minCredits, rules.credits.length) + morePasses;
        return leastGap({ ...bare, morePasses: 0 }, some) === 0 && (morePasses === 0 || passed.size >= asked);
      });
      expect(standing === "qualifies").toBe(enough);
    }),
  );
});

test("one of several ways is enough, in whatever order they stand, and the nearest is told", () => {
  fc.assert(
    fc.property(olevel, fc.array(olevel, { minLength: 1, maxLength: 3 }), results, (first, otherwise, typed) => {
      const verdict = judgeEligibility({ olevel: first, otherwise }, typed);
      const alone = [first, ...otherwise].map((way) => judge(way, typed)).filter(asks);
      fc.pre(alone.length > 0);
      expect(rank(verdict.standing)).toBe(Math.max(...alone.map(({ standing }) => rank(standing))));
      const [other, ...rest] = [...otherwise, first];
      expect(judgeEligibility({ ...(other && { olevel: other }), otherwise: rest }, typed).standing).toBe(
        verdict.standing,
      );
    }),
  );
});

const asks = ({ standing }: { standing: string }) => standing !== "unpublished";

test("no way of filling the places is better than the one that is found", () => {
  fc.assert(
    fc.property(plain, results, (rules, typed) => {
      const { standing, credits } = judge(rules, typed);
      fc.pre(typed.length > 0 && standing !== "unpublished");
      const best = Math.min(...sets(rules.maxSittings).map((set) => leastGap(rules, ofSittings(typed, set))));
      expect(standing).toBe(best === 0 ? "qualifies" : best === 1 ? "nearly" : "short");
      expect(credits).toBeLessThanOrEqual(Math.max(rules.minCredits, rules.credits.length));
    }),
  );
});

const sets = (most: number) =>
  [["1"], ["2"], ["3"], ["1", "2"], ["1", "3"], ["2", "3"], ["1", "2", "3"]].filter(({ length }) => length <= most);

const ofSittings = (typed: readonly Scored[], set: readonly string[]) =>
  typed.filter(({ examination }) => set.includes(examination));

/** By trying everything: what stays to be earned at least. */
function leastGap({ minCredits, credits, passes }: Rules, typed: readonly Scored[]): number {
  const held = (last: number) => [
    ...new Set(typed.filter((one) => Number(one.scored[1]) <= last).map(({ subject }) => subject)),
  ];
  const credited = held(6);
  const named = mostFilled(
    credits.map(({ anyOf }) => anyOf),
    credited,
  );
  const passed = mostFilled(
    passes.map(({ anyOf }) => anyOf),
    held(8),
  );
  const needed = Math.max(minCredits, credits.length);
  const others = Math.min(needed - credits.length, credited.length - named);
  return needed - named - others + passes.length - passed;
}

type Rules = Required<NonNullable<EntryRules["olevel"]>>;

function mostFilled([first, ...rest]: readonly (readonly string[])[], held: readonly string[]): number {
  if (!first) return 0;
  const taking = first
    .filter((subject) => held.includes(subject))
    .map((subject) => 1 + mostFilled(rest, without(held, subject)));
  return Math.max(mostFilled(rest, held), ...taking);
}

const without = (held: readonly string[], subject: string) => held.filter((one) => one !== subject);
