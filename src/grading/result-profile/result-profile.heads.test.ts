import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fivePoints } from "../../../testing/five-points.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type ProfileHead, profileHeads, profilesOfHeads, standBy } from "./result-profile.server.ts";

let portal: TestPortal;
let profile: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  profile = await fivePoints(portal);
});
afterAll(() => portal.stop());

async function read() {
  const { rows } =
    await sql<ProfileHead>`select h._id, h.name, h.since from ${profileHeads()} h where h._id = ${profile}`.execute(
      portal.db,
    );
  return (await profilesOfHeads(portal.db, rows)).get(profile);
}

const gradeOf90 = async () => (await read())?.bands.find(({ from }) => from === 70)?.grade;

const graded = (grade: string) =>
  sql`update portal.score_band set grade = ${grade} where profile = ${profile} and "from" = 70`.execute(portal.db);

test("rules that may still change are read anew each time", async () => {
  await graded("A1");
  expect(await gradeOf90()).toBe("A1");
  await graded("A");
  expect(await gradeOf90()).toBe("A");
});

test("what a publication read that was undone counts for nothing", async () => {
  const undone = portal.db.transaction().execute(async (trx) => {
    await standBy(trx, [profile]);
    const { rows } =
      await sql<ProfileHead>`select h._id, h.name, h.since from ${profileHeads()} h where h._id = ${profile}`.execute(
        trx,
      );
    await profilesOfHeads(trx, rows);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await graded("A2");
  expect(await gradeOf90()).toBe("A2");
  await graded("A");
});

test("rules by which results stand are read once, under the name that the profile has now", async () => {
  await portal.db.transaction().execute((trx) => standBy(trx, [profile]));
  const first = await read();
  await sql`update portal.result_profile set name = 'Called anew' where _id = ${profile}`.execute(portal.db);
  const second = await read();
  expect(second?.bands).toBe(first?.bands);
  expect(second?.name).toBe("Called anew");
  await expect(graded("Z")).rejects.toThrow("results stand by this profile");
});
