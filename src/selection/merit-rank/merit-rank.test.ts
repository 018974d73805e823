import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stateNames, states } from "#reference/states-and-lgas/states-and-lgas.rules.ts";
import {
  leftoverSeatFates,
  type MeritQuota,
  type MeritScheme,
  missingScoreFates,
  rankedStages,
  rankedVerdicts,
  usualScheme,
} from "../merit-scheme/merit-scheme.contract.ts";
import { fitsQuota, type RankedCandidate, rankProgramme, seatsByShare } from "./merit-rank.rules.ts";
import { aggregateOf, asAggregate, pointsOf } from "./merit-rank.score.rules.ts";
import { type SeatsToGive, seatsToGive } from "./merit-rank.words.rules.ts";

const some = { origins: stateNames.slice(0, 6), modes: ["JAMB UTME", "Transfer"], sexes: ["Male", "Female"] };

const candidate: fc.Arbitrary<Omit<RankedCandidate, "application" | "jamb">> = fc.record({
  wish: fc.constant(1),
  utme: fc.option(fc.integer({ min: 0, max: 400 })),
  screening: fc.option(fc.integer({ min: 0, max: 10_000 })),
  grades: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 9 }).map((list) => list.sort((a, b) => a - b)),
  submitted: fc.nat(5),
  state: fc.constantFrom("Recommended", "Recommended", "Checked", "Refused"),
  verdict: fc.option(fc.constantFrom("Qualifies", "Qualifies", "Short"), { freq: 9 }),
  stateoforigin: fc.constantFrom(...some.origins),
  lgaoforigin: fc.constant("Elsewhere"),
  gender: fc.constantFrom(...some.sexes),
  type: fc.constantFrom(...some.modes),
});
// JAMB numbers that are no order of their own.
const candidates = fc
  .array(candidate, { maxLength: 40 })
  .map((list) =>
    list.map(
      (one, place): RankedCandidate => ({ ...one, application: `a${place}`, jamb: `2026${(place * 7) % 41}AA` }),
    ),
  );

const shares = fc
  .array(fc.nat(100), { maxLength: 4 })
  .map((cuts) =>
    [0, ...cuts.sort((a, b) => a - b), 100].map((cut, place, all) => cut - (all[place - 1] ?? 0)).slice(1),
  );
type Target = Pick<MeritQuota, "who" | "members">;
const target = fc.oneof(
  fc.subarray([...some.origins], { minLength: 1 }).map((members): Target => ({ who: "States of origin", members })),
  fc.constant(0).map((): Target => ({ who: "Educationally less developed states", members: [] })),
  fc.constantFrom(...some.sexes).map((sex): Target => ({ who: "Sex", members: [sex] })),
  fc.constantFrom(...some.modes).map((mode): Target => ({ who: "Mode of entry", members: [mode] })),
);
const quotas = shares.chain((list) =>
  fc
    .tuple(fc.nat(list.length - 1), ...list.map(() => fc.tuple(target, fc.constantFrom(...leftoverSeatFates))))
    .map(([merit, ...others]): MeritQuota[] =>
      list.map((share, place) => {
        const [to, left] = others[place] ?? [{ who: "Everybody" as const, members: [] }, leftoverSeatFates[0]];
        const open = { who: "Everybody" as const, members: [] };
        return { name: `Quota ${place}`, share, left, ...(place === merit ? open : to) };
      }),
    ),
);
const weights = fc.tuple(fc.nat(100), fc.nat(100)).map(([a, b]) => {
  const [low, high] = [Math.min(a, b), Math.max(a, b)];
  return { utme: low, screening: high - low, olevel: 100 - high };
});
const scheme: fc.Arbitrary<MeritScheme> = fc
  .record({
    weights,
    quotas,
    noutme: fc.constantFrom(...missingScoreFates),
    noscreening: fc.constantFrom(...missingScoreFates),
    best: fc.integer({ min: 1, max: 9 }),
    leastutme: fc.constantFrom(undefined, 100, 200),
    leastaggregate: fc.constantFrom(undefined, 40, 55.5),
    stages: fc.boolean().map((all): MeritScheme["stages"] => (all ? [...rankedStages] : ["Recommended"])),
    verdicts: fc.boolean().map((all): MeritScheme["verdicts"] => (all ? [...rankedVerdicts] : ["Qualifies"])),
  })
  .map(({ weights: own, leastutme, leastaggregate, ...rest }) => ({
    ...usualScheme,
    ...own,
    ...rest,
    ...(leastutme !== undefined && { leastutme }),
    ...(leastaggregate !== undefined && { leastaggregate }),
  }));
const seats: fc.Arbitrary<SeatsToGive> = fc.record({ seats: fc.option(fc.nat(30)), taken: fc.nat(5) });

const every = (fact: (scheme: MeritScheme, seats: SeatsToGive, list: readonly RankedCandidate[]) => void) =>
  fc.assert(fc.property(scheme, seats, candidates, fact), { numRuns: 300 });
const rankOf = ({ rank }: { rank: number | null }) => rank ?? Number.POSITIVE_INFINITY;

describe("a programme's list", () => {
  test("offers no more than the free seats, and gives all of them where nobody's seats wait", () => {
    every((rules, stock, list) => {
      const { places } = rankProgramme(rules, stock, list);
      const offers = places.filter(({ outcome }) => outcome === "Offer").length;
      expect(offers).toBeLessThanOrEqual(seatsToGive(stock));
      if (rules.quotas.every(({ left }) => left === "Goes to merit"))
        expect(offers).toBe(Math.min(seatsToGive(stock), places.filter(({ rank }) => rank !== null).length));
    });
  });

  test("ranks nobody below a cut-off, at another stage or of another verdict, and everybody else", () => {
    every((rules, stock, list) => {
      for (const { of, rank, outcome, aggregate, reason } of rankProgramme(rules, stock, list).places) {
        const isBarred =
          !(rules.stages as string[]).includes(of.state) ||
          !(rules.verdicts as string[]).includes(of.verdict ?? "Not judged yet") ||
          (of.utme !== null && of.utme < (rules.leastutme ?? 0)) ||
          aggregate === null ||
          aggregate < (rules.leastaggregate ?? 0) * 100;
        expect([rank === null, outcome === "Not placed"]).toEqual([isBarred, isBarred]);
        expect(reason).not.toBe("");
      }
    });
  });

  test("leaves nobody out who ranks above somebody placed by merit", () => {
    every((rules, stock, list) => {
      const { places } = rankProgramme(rules, stock, list);
      const merit = rules.quotas.find(({ who }) => who === "Everybody")?.name;
      const last = Math.max(0, ...places.filter(({ quota }) => quota === merit).map(rankOf));
      expect(places.filter((place) => rankOf(place) < last && place.outcome !== "Offer")).toEqual([]);
    });
  });

  test("leaves nobody out of a quota who fits it and ranks above somebody in it", () => {
    every((rules, stock, list) => {
      const { places } = rankProgramme(rules, stock, list);
      for (const quota of rules.quotas) {
        const last = Math.max(0, ...places.filter((place) => place.quota === quota.name).map(rankOf));
        const fits = fitsQuota(quota);
        expect(places.filter((one) => rankOf(one) < last && one.outcome !== "Offer" && fits(one.of))).toEqual([]);
      }
    });
  });

  test("counts each quota right, and seats nobody in a quota of others", () => {
    every((rules, stock, list) => {
      const { places, quotas: counted } = rankProgramme(rules, stock, list);
      expect(counted.reduce((sum, one) => sum + one.seats, 0)).toBe(seatsToGive(stock));
      for (const [place, { name, seats: own, more, placed }] of counted.entries()) {
        const inside = places.filter(({ quota }) => quota === name);
        expect(inside).toHaveLength(placed);
        expect(placed).toBeLessThanOrEqual(own + more);
        expect(inside.every(({ of }) => fitsQuota(rules.quotas[place] as MeritQuota)(of))).toBe(true);
      }
    });
  });

  test("is the same whatever order the applications come in, and has each of them once", () => {
    fc.assert(
      fc.property(
        scheme,
        seats,
        candidates.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        (rules, stock, [list, shuffled]) => {
          const [one, other] = [rankProgramme(rules, stock, list), rankProgramme(rules, stock, shuffled)];
          expect(other).toEqual(one);
          expect(one.places.map(({ of }) => of.application).sort()).toEqual(list.map((of) => of.application).sort());
        },
      ),
      { numRuns: 300 },
    );
  });

  test("ranks by aggregate, then points, then screening, then time, then JAMB number", () => {
    every((rules, stock, list) => {
      const ranked = rankProgramme(rules, stock, list).places.filter(({ rank }) => rank !== null);
      expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, place) => place + 1));
      const keys = ranked.map(({ of, aggregate, points }) =>
        [9e4 - (aggregate ?? 0), 9e4 - points, 9e4 - (of.screening ?? -1), of.submitted, of.jamb].join(" "),
      );
      expect(keys).toEqual([...keys].sort());
    });
  });
});

test("an aggregate is the exact one, half a hundredth rounded up", () => {
  fc.assert(
    fc.property(scheme, candidate, (rules, { utme, screening, grades }) => {
      const points = pointsOf(rules, { grades });
      const parts: [weight: number, scored: number, most: number][] = [[rules.olevel, points, rules.best * 9]];
      if (utme !== null || rules.noutme === "Counts 0") parts.push([rules.utme, utme ?? 0, 400]);
      if (screening !== null || rules.noscreening === "Counts 0") parts.push([rules.screening, screening ?? 0, 10_000]);
      const whole = parts.reduce((product, [, , most]) => product * BigInt(most), 1n);
      const sum = parts.reduce((held, [weight]) => held + BigInt(weight), 0n);
      const held = parts.reduce(
        (of, [weight, scored, most]) => of + (BigInt(weight * scored) * whole) / BigInt(most),
        0n,
      );
      const exact = sum === 0n ? null : Number((20_000n * held + whole * sum) / (2n * whole * sum));
      expect(aggregateOf(rules, { utme, screening, grades })).toBe(exact);
    }),
    { numRuns: 1_000 },
  );
});

test("the words of a row say rank, seat and aggregate, and why there is no seat", () => {
  const of = (place: number, also: Partial<RankedCandidate> = {}): RankedCandidate => ({
    application: `a${place}`,
    jamb: `20260000000${place}AA`,
    wish: 1,
    utme: 240 - place * 10,
    screening: 6_000,
    grades: [2, 2, 3, 3, 4],
    submitted: place,
    state: "Recommended",
    verdict: "Qualifies",
    stateoforigin: "Lagos",
    lgaoforigin: "Ikeja",
    gender: "Female",
    type: "JAMB UTME",
    ...also,
  });
  const poor = states.find(({ elds }) => elds)?.name ?? "";
  const rules: MeritScheme = {
    ...usualScheme,
    leastaggregate: 50,
    quotas: [
      { name: "Merit", share: 50, who: "Everybody", members: [], left: "Goes to merit" },
      { name: "ELDS", share: 50, who: "Educationally less developed states", members: [], left: "Waits" },
    ],
  };
  const list = [
    of(0),
    of(1),
    of(2),
    of(3, { stateoforigin: poor }),
    of(4, { utme: 90 }),
    of(5, { state: "Checking", verdict: "Short" }),
    of(6, { utme: null, screening: 100, grades: [] }),
  ];
  const { places, quotas: counted } = rankProgramme(rules, { seats: 5, taken: 1 }, list);
  expect(places.map(({ reason }) => reason)).toEqual([
    "Rank 1, merit seat 1 of 2, aggregate 64.00",
    "Rank 2, merit seat 2 of 2, aggregate 62.75",
    "Rank 3, 1st of those who wait for one of 4 seats, aggregate 61.50",
    "Rank 4, ELDS seat 1 of 2, aggregate 60.25",
    "UTME score 90 is below the least of 100. Aggregate 45.25 is below the least of 50.00",
    "Stands at Checking; only Recommended files are ranked. The entry rules say: Short",
    "Aggregate 0.60 is below the least of 50.00",
  ]);
  expect(counted[1]).toEqual({ name: "ELDS", seats: 2, more: 0, placed: 1 });
  expect(rankProgramme(rules, { seats: null, taken: 0 }, [of(0)]).places[0]?.reason).toBe(
    "Rank 1, nobody has said how many seats the programme has, aggregate 64.00",
  );
});

test("seats by share are all given, to the largest remainders first", () => {
  expect(seatsByShare(50, [45, 35, 20])).toEqual([23, 17, 10]);
  expect(seatsByShare(1, [45, 35, 20])).toEqual([1, 0, 0]);
  expect(seatsByShare(0, [50, 50])).toEqual([0, 0]);
  expect([6125, 5, 10_000].map(asAggregate)).toEqual(["61.25", "0.05", "100.00"]);
});
