import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headOf } from "../../../testing/head.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";
import { usualScheme } from "./merit-scheme.contract.ts";

let portal: TestPortal;
let officer: StaffMember;
let session: string;
let last: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["merit-lists", "merit-lists.change"] });
  const sessions = await portal.db.selectFrom("session").select(["_id", "admission"]).execute();
  session = sessions.find(({ admission }) => admission)?._id ?? "";
  last = sessions.find(({ admission }) => !admission)?._id ?? "";
});
afterAll(() => portal.stop());

const path = "/staff/ms_merit_scheme";
const read = async (query = "") => (await officer.get(`${path}${query}`)).body;
const save = (of: string, scheme: object, seen: number) =>
  officer.put(`${path}/${of}`, scheme, { "if-match": `"${seen}"` });
const other = { ...usualScheme, utme: 20, screening: 30, olevel: 50, leastaggregate: 45.5 };

test("a session begins with the usual scheme, then with that of the last one, until it has its own", async () => {
  expect(await read()).toMatchObject({ session: { _id: session }, version: 0, from: null, scheme: usualScheme });
  expect((await save(last, other, 0)).body).toMatchObject({ type: "success", version: 1 });
  expect(await read()).toMatchObject({ version: 0, from: "2025/2026", scheme: other });
  await save(session, usualScheme, 0);
  expect(await read()).toMatchObject({ version: 1, from: null, scheme: usualScheme });
  expect(await read(`?session=${last}`)).toMatchObject({ version: 1, scheme: other });
  expect((await read()).schools.map(({ label }: { label: string }) => label)).toContain("School of Sciences");
});

test("two who save one scheme: the second is told, and loses nothing of the first", async () => {
  const { version } = await read();
  const both = await Promise.all([other, usualScheme].map((scheme) => save(session, scheme, version)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await read()).version).toBe(version + 1);
});

const merit = usualScheme.quotas[0];
test.each([
  ["weights that do not sum", { utme: 60 }, "utme", /The weights must sum to 100/],
  ["shares that do not sum", { quotas: [{ ...merit, share: 90 }] }, "quotas", /The shares must sum to 100/],
  ["no quota for everybody", { quotas: [{ ...merit, who: "Sex", members: ["Male"] }] }, "quotas", /for everybody/],
  [
    "two quotas of one name",
    {
      quotas: [
        { ...merit, share: 50 },
        { ...merit, name: "merit", share: 50 },
      ],
    },
    "quotas",
    /one name/,
  ],
  [
    "a catchment of nowhere",
    { quotas: [{ ...merit, who: "States of origin" }] },
    "quotas.0.members",
    /Choose at least one/,
  ],
  [
    "a state that there is not",
    { quotas: [{ ...merit, who: "States of origin", members: ["Ruritania"] }] },
    "quotas.0.members",
    /from the list/,
  ],
  ["points that rise", { points: [4, 5, 6, 7, 8, 9, 0, 0, 0] }, "points", /must not be worth fewer/],
  ["an aggregate of three decimals", { leastaggregate: 45.555 }, "leastaggregate", /at most two decimals/],
  ["nobody to rank", { stages: [] }, "stages", /is required/],
  ["a share of science without schools", { scienceshare: 60 }, "sciences", /Choose the schools/],
  ["an unknown field", { bonus: 5 }, "bonus", /is not known/],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const before = await read();
  const { status, body } = await save(session, { ...usualScheme, ...wrong }, before.version);
  expect([status, body.errors[field]]).toEqual([500, expect.stringMatching(sentence)]);
  expect(await read()).toEqual(before);
});

test("is set by whoever may change the whole college's, read by who sees merit lists, and written down", async () => {
  const { version } = await read();
  const head = await headOf(portal, "BIO", ["merit-lists", "merit-lists.change"]);
  expect((await head.get(path)).status).toBe(200);
  expect((await head.put(`${path}/${session}`, usualScheme)).status).toBe(403);
  expect((await save("01900000-0000-7000-8000-000000000000", usualScheme, 0)).status).toBe(404);
  const school = { ...usualScheme, scienceshare: 60, sciences: ["01900000-0000-7000-8000-000000000000"] };
  expect((await save(session, school, version)).body).toMatchObject({
    code: "choice-not-found",
    errors: { sciences: expect.stringMatching(/not there any more/) },
  });
  const lines = await portal.db
    .selectFrom("audit")
    .select("deed")
    .where("subject", "=", `merit_scheme:${session}`)
    .execute();
  expect(lines).toHaveLength(version);
});

test("without the key two first savings leave two schemes", async () => {
  const raced = await startPortal(inject("place"));
  await withoutConstraint(raced, "merit_scheme", "merit_scheme_pkey");
  const who = await staffMember(raced, { pages: ["merit-lists", "merit-lists.change"] });
  await whileTableHeld(raced, "merit_scheme", 2, () =>
    Promise.all([1, 2, 3].map(() => who.put(`${path}/${session}`, usualScheme, { "if-match": '"0"' }))),
  );
  const kept = await raced.db.selectFrom("merit_scheme").select("session").execute();
  expect(kept.length).toBeGreaterThan(1);
  await raced.stop();
});
