import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { frozenRunOf } from "../../../testing/frozen-run.ts";
import { sendJambFile } from "../../../testing/jamb-file.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { applicationsFor, type ReleaseDesk, releaseDesk } from "../../../testing/release-desk.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

// The file that is uploaded on CAPS: three of a programme that JAMB's list calls by two names, two of one that it does not.

let portal: TestPortal;
let desk: ReleaseDesk;
let run: string;
let jambs: readonly string[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
  const some = await applicationsFor(portal, 0, 3, 3);
  const others = await applicationsFor(portal, 1, 2, 2);
  const ranked = [...some.ids, ...others.ids];
  await sql`update portal.review set stateoforigin = 'Federal Capital Territory', lgaoforigin = 'Bwari', type = 'Direct Entry'
    where _id = ${ranked[0]}`.execute(portal.db);
  const rows = await portal.db.selectFrom("review").select(["_id", "jamb"]).where("_id", "in", ranked).execute();
  jambs = ranked.map((id) => rows.find(({ _id }) => _id === id)?.jamb ?? "");
  const { award, name } = await portal.db
    .selectFrom("programme")
    .select(["award", "name"])
    .where("_id", "=", some.programme)
    .executeTakeFirstOrThrow();
  const officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  const file = [
    "RG_NUM,RG_CANDNAME,CO_NAME",
    `${jambs[0]},Aisha Bello,${name.toUpperCase()}`,
    `209900000001AA,Musa Bello,${name.toUpperCase()}`,
    `209900000002AA,Ada Eze,${name.toUpperCase()}`,
    `${jambs[1]},Udo Okon,"${name.toUpperCase()} (${award})"`,
  ].join("\n");
  await granted(sendJambFile(portal, officer, { kind: "candidates", session: desk.session, file }));
  run = await frozenRunOf(portal, desk, ranked);
});
afterAll(() => portal.stop());

const cells = (line: string) => line.split(",").map((cell) => cell.replace(/^"|"$/g, ""));

test("the file for CAPS begins with its headings, numbers from 1, and names each course as JAMB does", async () => {
  const { body } = await desk.registrar.get(`/staff/ms_merit_caps/export?run=${run}`);
  const [headings = "", ...lines] = body.replace("\ufeff", "").trim().split("\r\n");
  const names = cells(headings);
  expect(names).toEqual([
    ...["S/NO", "RG_NUM", "RG_CANDNAME", "RG_SEX", "STATE_NAME", "LGA_NAME", "CO_NAME"],
    ...["RG_UTME", "RG_PUTME", "RG_AGGREGATE", "RG_MODE", "RG_QUOTA"],
  ]);
  const rows = lines.map((line: string) => Object.fromEntries(cells(line).map((cell, at) => [names[at], cell])));
  expect(rows.map((row: Record<string, string>) => row["S/NO"])).toEqual(["1", "2", "3", "4", "5"]);
  const of = (jamb = "") => rows.find((row: Record<string, string>) => row.RG_NUM === jamb);
  expect(of(jambs[0])).toMatchObject({ STATE_NAME: "FCT", LGA_NAME: "Bwari", RG_MODE: "DE" });
  expect(of(jambs[1])).toMatchObject({ RG_MODE: "UTME", RG_PUTME: expect.stringMatching(/^\d+\.\d\d$/) });
  // As the candidate chose it; who is on no list, as most candidates of the session did.
  expect(of(jambs[1])?.CO_NAME).toBe(`${of(jambs[0])?.CO_NAME} (NCE)`);
  expect(of(jambs[2])?.CO_NAME).toBe(of(jambs[0])?.CO_NAME);
  expect(of(jambs[0])?.CO_NAME).toMatch(/^[A-Z/() ]+$/);
});

test("a programme that JAMB's list does not call keeps our name, and the list says so before the file is taken", async () => {
  const { body } = await desk.registrar.get(`/staff/ms_merit_run/${run}/cover`);
  expect(body.uncoursed).toEqual([expect.stringMatching(/^NCE /)]);
  const { body: file } = await desk.registrar.get(`/staff/ms_merit_caps/export?run=${run}`);
  expect(file).toContain(body.uncoursed[0]);
});

test("what leaves for people keeps its line about the filter", async () => {
  const { body } = await desk.registrar.get(`/staff/ms_merit_place/export?run=${run}`);
  expect(body.replace("\ufeff", "")).toMatch(/^"?# Places: Merit list/);
});
