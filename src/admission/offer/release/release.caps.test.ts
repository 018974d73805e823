import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { portalItself } from "#platform/write/perform.server.ts";
import { frozenRunOf } from "../../../../testing/frozen-run.ts";
import { sendJambFile } from "../../../../testing/jamb-file.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  applicationsFor,
  approve,
  draftOf,
  minuteComes,
  propose,
  type ReleaseDesk,
  releaseDesk,
  standingsOf,
} from "../../../../testing/release-desk.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { releaseOffer } from "../offer.server.ts";
import { releaseWhatIsDue } from "../release-line/release-line.job.server.ts";

// Eight who are offered a place of NCE Biology/Chemistry, and what CAPS says of each.

let portal: TestPortal;
let desk: ReleaseDesk;
let ids: readonly string[];
let jambs: readonly string[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
  ({ ids } = await applicationsFor(portal, 0, 8, 20));
  const rows = await portal.db.selectFrom("review").select(["_id", "jamb"]).where("_id", "in", ids).execute();
  jambs = ids.map((id) => rows.find(({ _id }) => _id === id)?.jamb ?? "");
});
afterAll(() => portal.stop());

const path = "/staff/ms_release";
const whole = async (id: string) => (await granted(desk.provost.get(`${path}/${id}/whole`))).body;
const decide = async (value: "told" | "held") => {
  const registry = await staffMember(portal, { pages: ["settings", "settings.change"] });
  await granted(registry.put("/staff/ms_setting/capsApproval", { value }));
};
const bring = async (rows: readonly string[]) => {
  const officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  const file = ["RG_NUM,STATUS,CO_NAME", ...rows].join("\n");
  await granted(sendJambFile(portal, officer, { kind: "caps", session: desk.session, file }));
};
const titleOf = async (programme: string) =>
  portal.db.selectFrom("programme").select(["award", "name"]).where("_id", "=", programme).executeTakeFirstOrThrow();

test("before a return has come in, nobody is known to be approved, and who proposes hears so", async () => {
  const id = await draftOf(desk, ids.slice(0, 2));
  expect((await whole(id)).caps).toEqual({
    ...{ offers: 2, approved: 0, returnedAt: null, held: false },
    others: [{ standing: "No return yet", count: 2 }],
  });
  const { body } = await granted(propose(desk.registrar, id));
  expect(body.message).toContain(
    " may approve it. 2 of 2 are not approved on CAPS. No CAPS return of this session has come in",
  );
  await granted(desk.registrar.post(`${path}/${id}/withdraw`, { reason: "Until CAPS has answered" }));
});

test("a list tells of each offer what CAPS says, and warns at the proposal and at the approval", async () => {
  const other = await applicationsFor(portal, 1, 1, 5);
  const elsewhere = await titleOf(other.programme);
  await bring([
    `${jambs[0]},Approved,`,
    `${jambs[1]},Accepted,`,
    `${jambs[2]},Pending,`,
    `${jambs[3]},Rejected,`,
    `${jambs[4]},Approved,${elsewhere.award} ${elsewhere.name}`,
  ]);
  const id = await draftOf(desk, ids);
  const { caps } = await whole(id);
  expect(caps).toEqual({
    ...{ offers: 8, approved: 2, returnedAt: expect.any(String), held: false },
    others: [
      { standing: "Not in the return", count: 3 },
      { standing: "Not approved", count: 1 },
      { standing: "Other programme", count: 1 },
      { standing: "Pending", count: 1 },
    ],
  });
  const lines = (await granted(desk.registrar.get(`${path}_line?release=${id}&limit=100`))).body.list;
  const said = new Map(lines.map((line: { jamb: string; caps: string }) => [line.jamb, line.caps]));
  expect(jambs.map((jamb) => said.get(jamb))).toEqual([
    ...["Approved", "Accepted", "Pending", "Not approved", "Other programme"],
    ...["Not in the return", "Not in the return", "Not in the return"],
  ]);
  const unapproved = await granted(desk.registrar.get(`${path}_line?release=${id}&approved=false`));
  expect(unapproved.body.total).toBe(6);

  const words =
    /6 of 8 are not approved on CAPS\. By the return of .+: 3 not in the return, 1 not approved, 1 approved for another programme, 1 pending/;
  expect((await granted(propose(desk.registrar, id))).body.message).toMatch(words);
  expect((await granted(approve(desk.provost, id))).body.message).toMatch(words);
  const noted = await portal.db
    .selectFrom("audit")
    .select("after")
    .where("subject", "=", `release:${id}`)
    .where("deed", "in", ["release.propose", "release.approve"])
    .execute();
  expect(noted.map(({ after }) => (after as { caps: string }).caps)).toEqual([
    expect.stringMatching(words),
    expect.stringMatching(words),
  ]);
  // All that a filter finds is held back in one deed.
  const chosen = { query: `release=${id}&approved=false`, count: 6, reason: "Until CAPS approves them" };
  await granted(desk.registrar.post(`${path}/${id}/hold`, chosen));
  expect((await whole(id)).caps).toMatchObject({ offers: 2, approved: 2, others: [] });
  await granted(desk.registrar.post(`${path}/${id}/withdraw`, { reason: "Another list follows" }));
});

test("where the college holds them back, only who is approved goes out, by what CAPS says at the minute", async () => {
  await decide("held");
  const [unnamed] = await portal.db
    .selectFrom("application")
    .select("code")
    .where("_id", "=", ids[5] ?? "")
    .execute();
  const alone = releaseOffer(portal.app.portal, portalItself, { code: unnamed?.code ?? "", kind: 1 });
  await expect(alone).rejects.toMatchObject({
    code: "not-approved-on-caps",
    message: expect.stringContaining("the CAPS return does not name it"),
  });
  const id = await draftOf(desk, ids);
  expect((await granted(propose(desk.registrar, id))).body.message).toContain(
    "They are held back at that minute unless a newer return approves them",
  );
  await granted(approve(desk.provost, id));
  await bring([`${jambs[2]},Approved,`]);
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  expect(await standingsOf(portal, id)).toEqual({ Out: 3, "Held back": 5 });
  const { reasons } = await whole(id);
  expect(reasons.map(({ held, count }: { held: string; count: number }) => [count, held])).toEqual([
    [3, expect.stringContaining("Is not approved on CAPS: the CAPS return does not name it")],
    [1, expect.stringContaining("Is not approved on CAPS: CAPS has approved another programme")],
    [1, expect.stringContaining("Is not approved on CAPS: CAPS says Not approved")],
  ]);
  const offers = await portal.db.selectFrom("offer").select("jamb").where("application", "in", ids).execute();
  expect(offers.map(({ jamb }) => jamb).sort()).toEqual([jambs[0], jambs[1], jambs[2]].sort());
  const [noted] = await portal.db.selectFrom("audit").select("after").where("deed", "=", "offer.release").execute();
  expect(noted?.after).toMatchObject({ caps: expect.stringMatching(/^(?:Approved|Accepted)$/) });
  await decide("told");
});

test("the board's paper shows what CAPS says beside each place, and how many are not approved", async () => {
  const { ids: ranked } = await applicationsFor(portal, 2, 3, 2);
  const run = await frozenRunOf(portal, desk, ranked);
  const { body: board } = await granted(desk.provost.get(`/staff/ms_merit_run/${run}/board`));
  const seats = board.flatMap(({ offers }: { offers: { caps: string }[] }) => offers.map(({ caps }) => caps));
  expect(seats).toContain("Not in the return");
  const { warnings } = (await granted(desk.provost.get(`/staff/ms_merit_run/${run}/cover`))).body;
  expect(warnings).toContainEqual(
    expect.stringMatching(/^\d+ of \d+ offers (?:is|are) not approved on CAPS by the return of/),
  );
});
