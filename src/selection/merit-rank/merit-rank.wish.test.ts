import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MeritScheme, usualScheme, wishRules } from "../merit-scheme/merit-scheme.contract.ts";
import { type RankedCandidate, rankProgramme } from "./merit-rank.rules.ts";
import { assignWishes, type Wish } from "./merit-rank.wish.rules.ts";
import type { SeatsToGive } from "./merit-rank.words.rules.ts";

const PROGRAMMES = ["p0", "p1", "p2", "p3"];

interface Applying {
  readonly wishes: readonly string[];
  /** What the entry rules of each programme say, by its place. */
  readonly verdicts: readonly string[];
  readonly screening: number;
  readonly stateoforigin: string;
}

const applying: fc.Arbitrary<Applying> = fc.record({
  wishes: fc.shuffledSubarray(PROGRAMMES, { minLength: 1, maxLength: 3 }),
  verdicts: fc.array(fc.constantFrom("Qualifies", "Qualifies", "Qualifies", "Short"), { minLength: 4, maxLength: 4 }),
  // Few, so that there are ties.
  screening: fc.integer({ min: 0, max: 8 }).map((score) => score * 1_000),
  stateoforigin: fc.constantFrom("Niger", "Kano", "Lagos"),
});

const asWishes = ({ wishes, verdicts, ...one }: Applying, nth: number): Wish[] =>
  wishes.map((programme, place) => ({
    programme,
    of: {
      ...one,
      application: `a${nth}`,
      jamb: `2026${(nth * 7) % 41}AA`,
      utme: null,
      grades: [1, 2, 3, 4, 5],
      submitted: 0,
      state: "Recommended",
      verdict: verdicts[PROGRAMMES.indexOf(programme)] ?? "Short",
      lgaoforigin: "Elsewhere",
      gender: "Female",
      type: "JAMB UTME",
      wish: place + 1,
    },
  }));

const quotas: fc.Arbitrary<MeritScheme["quotas"]> = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.constantFrom("Goes to merit" as const, "Waits" as const), fc.boolean())
  .map(([share, left, meritFirst]) => {
    const merit = { name: "Merit", share: 100 - share, who: "Everybody" as const, members: [], left };
    const catchment = { name: "Catchment", share, who: "States of origin" as const, members: ["Niger"], left };
    return meritFirst ? [merit, catchment] : [catchment, merit];
  });
const scheme: fc.Arbitrary<MeritScheme> = fc
  .record({ quotas, wishes: fc.constantFrom(...wishRules) })
  .map((own) => ({ ...usualScheme, ...own }));
const seats = fc
  .array(fc.nat(4), { minLength: 4, maxLength: 4 })
  .map((counts) => new Map(counts.map((count, nth): [string, SeatsToGive] => [`p${nth}`, { seats: count, taken: 0 }])));

type Stock = ReadonlyMap<string, SeatsToGive>;

const none: SeatsToGive = { seats: null, taken: 0 };

/** Who stands in which list, and who has which seat. */
function drawn(rules: MeritScheme, stock: Stock, applicants: readonly (readonly Wish[])[]) {
  const assigning = assignWishes(rules, stock, applicants);
  let step = assigning.next();
  while (!step.done) step = assigning.next();
  const lists = step.value;
  const placed = [...lists].flatMap(([programme, list]) =>
    rankProgramme(rules, stock.get(programme) ?? none, list).places.map((place) => ({ programme, ...place })),
  );
  return { lists, placed, seated: placed.filter(({ outcome }) => outcome === "Offer") };
}

const every = (fact: (rules: MeritScheme, stock: Stock, applicants: Wish[][]) => void) =>
  fc.assert(
    fc.property(scheme, seats, fc.array(applying, { maxLength: 18 }), (rules, stock, list) =>
      fact(rules, stock, list.map(asWishes)),
    ),
    { numRuns: 400 },
  );

const placeOf = (wishes: readonly Wish[], programme: string) =>
  wishes.findIndex((wish) => wish.programme === programme);

describe("second and third choices", () => {
  test("everybody stands in one list, a wished one, and nobody has two seats", () => {
    every((rules, stock, applicants) => {
      const { placed } = drawn(rules, stock, applicants);
      expect(placed.map(({ of }) => of.application).sort()).toEqual(
        applicants.map(([one]) => one?.of.application).sort(),
      );
      for (const { programme, of } of placed) {
        const own = applicants.find(([one]) => one?.of.application === of.application) ?? [];
        expect(own[placeOf(own, programme)]?.of).toBe(of);
        expect(of.wish).toBe(placeOf(own, programme) + 1);
      }
    });
  });

  test("nobody is passed over: a programme that one wishes more has no seat that it would give to that one", () => {
    every((rules, stock, applicants) => {
      if (rules.wishes === "First choices only") return;
      const { seated } = drawn(rules, stock, applicants);
      const at = new Map(seated.map(({ programme, of }) => [of.application, programme]));
      for (const wishes of applicants) {
        const own = at.get(wishes[0]?.of.application ?? "");
        const better = own === undefined ? wishes : wishes.slice(0, placeOf(wishes, own));
        for (const { programme, of } of better) {
          const held = seated.filter((one) => one.programme === programme).map((one) => one.of);
          const { places } = rankProgramme(rules, stock.get(programme) ?? none, [...held, of]);
          expect(places.find((place) => place.of.application === of.application)?.outcome).not.toBe("Offer");
        }
      }
    });
  });

  test("the answer is the same in whatever order the applications come", () => {
    fc.assert(
      fc.property(
        scheme,
        seats,
        fc.array(applying, { maxLength: 18 }).chain((list) => {
          const all = list.map(asWishes);
          return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }));
        }),
        (rules, stock, [all, mixed]) => {
          const asText = (of: ReturnType<typeof drawn>) =>
            of.placed.map(({ programme, of: who, reason }) => `${who.application} ${programme} ${reason}`).sort();
          expect(asText(drawn(rules, stock, mixed))).toEqual(asText(drawn(rules, stock, all)));
        },
      ),
      { numRuns: 200 },
    );
  });

  test("where only first choices count, or nobody has another, each list is what it was before", () => {
    every((rules, stock, applicants) => {
      const firsts = applicants.map(([first]) => (first ? [first] : []));
      const alone = drawn(rules, stock, firsts);
      for (const [programme, list] of alone.lists)
        expect(list).toEqual(
          firsts
            .flat()
            .filter((one) => one.programme === programme)
            .map(({ of }) => of),
        );
      const only = drawn({ ...rules, wishes: "First choices only" }, stock, applicants);
      expect(only.lists).toEqual(alone.lists);
    });
  });

  test("with first choices first and no quota but merit, nobody's further choice costs another the first one", () => {
    every((rules, stock, applicants) => {
      const first = { ...rules, quotas: usualScheme.quotas, wishes: "First choices first" as const };
      const alone = drawn(
        first,
        stock,
        applicants.map((wishes) => wishes.slice(0, 1)),
      );
      const { seated } = drawn(first, stock, applicants);
      for (const { programme, of } of alone.seated)
        expect(seated.find((one) => one.of.application === of.application)?.programme).toBe(programme);
    });
  });
});

const named = (application: string, screening: number, wishes: readonly string[]): Wish[] =>
  asWishes(
    { wishes, verdicts: ["Qualifies", "Qualifies", "Qualifies", "Qualifies"], screening, stateoforigin: "Kano" },
    1,
  ).map(({ programme, of }) => ({
    programme,
    of: { ...of, application, jamb: application } satisfies RankedCandidate,
  }));

test("by score alone a better second choice goes before a first one, and who is put out goes on; the row says which choice it is", () => {
  const one = new Map(PROGRAMMES.map((programme): [string, SeatsToGive] => [programme, { seats: 1, taken: 0 }]));
  const all = [named("best", 9_000, ["p0"]), named("good", 8_000, ["p0", "p1"]), named("fair", 5_000, ["p1", "p2"])];
  const seatsBy = (wishes: MeritScheme["wishes"]) =>
    Object.fromEntries(
      drawn({ ...usualScheme, wishes }, one, all).placed.map(({ of, programme, outcome, reason }) => [
        of.application,
        `${programme} ${outcome} ${/(second|third) choice$/.exec(reason)?.[0] ?? "first choice"}`,
      ]),
    );
  expect(seatsBy("By score alone")).toEqual({
    best: "p0 Offer first choice",
    good: "p1 Offer second choice",
    fair: "p2 Offer second choice",
  });
  expect(seatsBy("First choices first")).toEqual({
    best: "p0 Offer first choice",
    good: "p0 Waiting first choice",
    fair: "p1 Offer first choice",
  });
});
