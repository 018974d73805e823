import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, readyApplicant } from "../../../testing/ready-applicant.ts";

let portal: TestPortal;
let wanted: { programme: string; session: string };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  wanted = await openProgramme(portal);
});
afterAll(() => portal.stop());

const path = () => `/ms_applications/prerequisites/${wanted.programme}`;
const modes = ["JAMB UTME", "Transfer", "Direct Entry"];

test("one's own papers are counted, with the number asked for and the programme's modes", async () => {
  const [person, newcomer] = [await readyApplicant(portal, wanted), await signedInApplicant(portal)];
  const papers = { referees: 2, bio: 1, sittings: 1, results: 5, awaited: 0 };
  expect((await person.get(path())).body).toEqual({ papers, resultsNeeded: 5, modes });
  const none = { referees: 0, bio: 0, sittings: 0, results: 0, awaited: 0 };
  expect((await newcomer.get(path())).body).toEqual({ papers: none, resultsNeeded: 5, modes });
});

test("only modes that an applicant may choose are told, in their order", async () => {
  const person = await signedInApplicant(portal);
  const taken = ["COLLEGE", "Direct Entry", "JAMB UTME"];
  await portal.db.updateTable("programme").set({ modes: taken }).where("_id", "=", wanted.programme).execute();
  expect((await person.get(path())).body.modes).toEqual(["JAMB UTME", "Direct Entry"]);
});

test("an unknown programme is 404", async () => {
  const person = await signedInApplicant(portal);
  expect((await person.get(`/ms_applications/prerequisites/${person._id}`)).status).toBe(404);
});
