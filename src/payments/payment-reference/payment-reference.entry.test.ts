import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isEntered, type ProgrammeEligibility } from "#academics/eligibility/eligibility.contract.ts";
import { generatedPeople, type SeatedPerson } from "../../../testing/generated-people.ts";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { granted } from "../../../testing/walk.ts";

const PEOPLE = 100;

let portal: TestPortal;
let people: SeatedPerson[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  people = await generatedPeople(portal, PEOPLE);
});
afterAll(() => portal.stop());

const path = "/ms_application_fee";

const kept = (_id: string) =>
  portal.db
    .selectFrom("payment_reference")
    .select(["entrystanding", "entrywords", "knewAt"])
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();

const setEntryBeforePaying = (value: string) =>
  portal.db
    .insertInto("setting")
    .values({ name: "entryBeforePaying", value: JSON.stringify(value) })
    .onConflict((same) => same.column("name").doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

test("the specification's body makes a reference, and what the rules said of it is kept", async () => {
  const person = await payer(portal);
  const { _id: programme } = await person.programme();
  const { body } = await granted(person.post(path, { programme }));
  expect(await kept(body._id)).toEqual({
    entrystanding: "untyped",
    entrywords: "Add your O-Level results first, then we can tell",
    knewAt: null,
  });
  const again = await granted(person.post(path, { programme, know: true }));
  expect(again.body._id).toBe(body._id);
  const { knewAt } = await kept(body._id);
  expect(Date.parse(knewAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  await granted(person.post(path, { programme }));
  expect((await kept(body._id)).knewAt).toBe(knewAt);
});

test("where the college wants it so, nobody gets a reference without having pressed", async () => {
  await setEntryBeforePaying("refused");
  const person = await payer(portal);
  const { _id: programme } = await person.programme();
  const { status, body } = await person.post(path, { programme });
  expect([status, body]).toEqual([
    200,
    {
      type: "error",
      code: "entry-rules-unmet",
      message:
        'Add your O-Level results first, then we can tell. The college decides. You may still pay and apply: press "I know, go on", or choose another programme',
    },
  ]);
  expect((await person.get(path)).body).toEqual([]);
  expect((await person.post(path, { programme, know: false })).body.code).toBe("entry-rules-unmet");
  expect((await person.post(path, { programme, know: true })).body.type).toBe("success");
  expect((await person.post(path, { programme, know: "yes" })).body.errors).toEqual({
    know: "I know must be true or false",
  });
  await setEntryBeforePaying("told");
});

const eligibilityOf = async (person: SeatedPerson): Promise<ProgrammeEligibility[]> =>
  (await granted(person.get("/ms_programme_eligibility"))).body;

/** Each has set a heart on some programme, whatever it asks for, as people have who do not know the rules. */
const wishOf = (list: readonly ProgrammeEligibility[], seed: number) => list[(seed * 31) % list.length];

interface Figure {
  readonly all: number;
  readonly unfit: number;
  readonly unaware: number;
}

test("of people who choose blindly most could not enter; by the page's rule none pays unaware", async () => {
  let blind = 0;
  const made: string[] = [];
  for (const [seed, person] of people.entries()) {
    const list = await eligibilityOf(person);
    const wish = wishOf(list, seed);
    if (!wish) throw new Error("no programme takes applicants");
    const unfit = !isEntered(wish.verdict.standing);
    if (unfit) blind += 1;
    // Told what one can enter, three of four take one of them; the fourth presses "I know, go on".
    const instead = seed % 4 === 0 ? undefined : list.find(({ verdict }) => verdict.standing === "qualifies");
    const chosen = unfit ? (instead ?? wish) : wish;
    const know = !isEntered(chosen.verdict.standing);
    const { body } = await granted(person.post(path, { programme: chosen._id, ...(know && { know }) }));
    made.push(body._id);
  }
  const { rows } = await sql<Figure>`select count(*)::int as "all",
      count(*) filter (where entrystanding not in ('qualifies', 'unpublished'))::int as unfit,
      count(*) filter (where entrystanding not in ('qualifies', 'unpublished') and "knewAt" is null)::int as unaware
    from portal.payment_reference where _id = any(${made}::uuid[])`.execute(portal.db);
  const figure = rows[0] as Figure;
  expect(figure.all).toBe(PEOPLE);
  expect(blind / PEOPLE).toBeGreaterThan(0.5);
  expect(figure.unaware / figure.all).toBeLessThan(0.1);
  expect(figure.unaware).toBe(0);
  expect(figure.unfit).toBeLessThan(blind);
});

test("who qualifies is not asked, and that is kept too", async () => {
  const { rows } = await sql<{ knewAt: string | null; entrywords: string }>`select "knewAt", entrywords
    from portal.payment_reference where entrystanding = 'qualifies'`.execute(portal.db);
  expect(rows.length).toBeGreaterThan(PEOPLE / 4);
  for (const row of rows)
    expect(row).toMatchObject({
      entrywords: expect.stringContaining("You qualify on what you have typed"),
      knewAt: null,
    });
});
