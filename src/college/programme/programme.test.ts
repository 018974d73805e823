import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { admittingProgramme, admittingProgrammes, programmesById } from "./programme.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const idOf = async (code: string) =>
  (await portal.db.selectFrom("programme").select("_id").where("code", "=", code).executeTakeFirstOrThrow())._id;

test("a programme that admits is named with department, college, modes of entry and years", async () => {
  expect(await admittingProgramme(portal.db, await idOf("NCE-CRS-ENG"))).toEqual({
    _id: await idOf("NCE-CRS-ENG"),
    code: "NCE-CRS-ENG",
    name: "Christian Religious Studies/English",
    award: "NCE",
    department: "Christian Religious Studies",
    college: "School of Arts and Social Sciences",
    modes: ["JAMB UTME", "Transfer", "Direct Entry"],
    durationyears: 3,
  });
});

test("degrees that are closed and programmes that take only COLLEGE are not offered", async () => {
  const codes = (await admittingProgrammes(portal.db)).map(({ code }) => code);
  expect(codes).toHaveLength(70);
  expect(codes.filter((code) => code.startsWith("DEG-") || code === "PRE-NCE")).toEqual([]);
  await expect(admittingProgramme(portal.db, await idOf("DEG-ENG"))).rejects.toMatchObject({
    code: "programme-not-admitting",
    message: expect.stringContaining("does not take applications"),
  });
  await expect(admittingProgramme(portal.db, await idOf("PRE-NCE"))).rejects.toMatchObject({
    code: "programme-not-admitting",
    message: expect.stringContaining("does not take applications"),
  });
});

test("what is no programme is not found, whatever its form", async () => {
  for (const id of ["undefined", "", "01900000-0000-7000-8000-000000000000", "' or 1=1"])
    await expect(admittingProgramme(portal.db, id)).rejects.toMatchObject({ status: 404 });
});

test("a programme says otherwise by the modes it names", async () => {
  const id = await idOf("NCE-CRS-ENG");
  await portal.db
    .updateTable("programme")
    .set({ modes: ["COLLEGE", "JAMB UTME"] })
    .where("_id", "=", id)
    .execute();
  expect((await admittingProgramme(portal.db, id)).modes).toEqual(["JAMB UTME"]);
});

test("an inactive department takes its programmes off the list", async () => {
  const id = await idOf("NCE-BIO-CHE");
  await portal.db.updateTable("department").set({ status: false }).where("code", "=", "BIO").execute();
  await expect(admittingProgramme(portal.db, id)).rejects.toMatchObject({
    code: "programme-not-admitting",
    message: expect.stringContaining("does not take applications"),
  });
});

test("records find their programmes, open or not", async () => {
  const ids = [await idOf("DEG-ENG"), await idOf("NCE-CRS-ENG")];
  const found = await programmesById(portal.db, ids);
  expect(ids.map((id) => found.get(id)?.code)).toEqual(["DEG-ENG", "NCE-CRS-ENG"]);
  expect((await programmesById(portal.db, [])).size).toBe(0);
});

test.each([
  ["programme_code_length", { code: "X" }],
  ["programme_name_length", { name: "X" }],
  ["programme_code", { code: "NCE-CRS-ENG" }],
  ["programme_units", { minunit: 24, maxunit: 18 }],
  ["programme_modes", { modes: ["UTME"] }],
  ["programme_modes", { modes: [] }],
  ["programme_duration", { durationyears: 0 }],
])("the database holds %s against %j", async (constraint, change) => {
  const id = await idOf("NCE-MAT-PHY");
  const update = portal.db.updateTable("programme").set(change).where("_id", "=", id).execute();
  await expect(update).rejects.toMatchObject({ constraint });
});
