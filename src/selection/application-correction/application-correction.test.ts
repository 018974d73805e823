import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Candidate, candidate } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import {
  type CorrectionDesk,
  correctableThing,
  correctionDesk,
  dateOfBirth,
  ownCorrections,
} from "../../../testing/record-correction.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let desk: CorrectionDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await correctionDesk(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const somebody = () => candidate(portal);
const lettersTo = async ({ emailaddress }: Candidate) =>
  (await portal.letters(emailaddress, 1)).map(({ subject, text }) => ({ subject, text }));
const BORN = "2007-03-27";

describe("what an applicant asks for", () => {
  test("changes nothing before another decides, and everything when it is approved", async () => {
    const person = await somebody();
    const { body: asked } = await granted(desk.ask(person, dateOfBirth));
    expect(asked).toMatchObject({ changed: false, message: expect.stringContaining("The office decides") });
    expect((await desk.fileOf(person)).bio.dateofbirth).toBe(BORN);
    expect((await ownCorrections(person)).corrections).toMatchObject([
      { _id: asked._id, about: "Date of birth", newvalue: "29 February 2004", state: "Waiting", own: true },
    ]);

    await granted(desk.decide(asked._id, "approve"));
    expect((await desk.fileOf(person)).bio.dateofbirth).toBe("2004-02-29");
    expect((await granted(person.get(`/ms_applications/${person.application}`))).body.dateofbirth).toBe("2004-02-29");
    expect((await granted(person.get("/ms_applicant/bio"))).body).toMatchObject({
      dateofbirth: "2004-02-29",
      locked: true,
    });
    expect((await ownCorrections(person)).corrections[0]).toMatchObject({
      state: "Approved",
      decision: "Seen on the certificate",
    });
    await expect
      .poll(() => lettersTo(person))
      .toContainEqual({
        subject: "Corrected in your application: Date of birth",
        text: expect.stringContaining("Seen on the certificate"),
      });
  });

  test("keeps the old value in the file for good", async () => {
    const person = await somebody();
    const _id = await desk.correct(person, dateOfBirth);
    const { body } = await granted(
      desk.clerk.get(`/staff/ms_record_correction/about/application/${person.application}`),
    );
    expect(body.corrections).toMatchObject([
      { _id, state: "Approved", askedby: null, decidedby: "Mrs Chinedu Okafor", newvalue: "29 February 2004" },
    ]);
    const kept = await portal.db.selectFrom("record_correction").selectAll().where("_id", "=", _id).executeTakeFirst();
    expect(kept?.before).toEqual({ dateofbirth: BORN });
    for (const deed of [
      sql`update portal.record_correction set before = '{}' where _id = ${_id}`,
      sql`delete from portal.record_correction where _id = ${_id}`,
    ])
      await expect(deed.execute(portal.db)).rejects.toThrow();
    const said = (await desk.fileOf(person)).timeline.map(({ what }: { what: string }) => what);
    expect(said).toContainEqual(expect.stringContaining("Date of birth"));
  });

  test("is judged as the form judges it, and asks for a reason and a paper of one's own", async () => {
    const person = await somebody();
    const wrong = [
      [{ values: { dateofbirth: "2024-02-30" } }, "values.dateofbirth", "Date of birth"],
      [{ values: {} }, "values.dateofbirth", "Date of birth is required"],
      [{ values: { dateofbirth: BORN } }, "values.dateofbirth", "stands there already", 200],
      [{ reason: "short" }, "reason", "at least 10 characters"],
      [{ reason: "😀😀😀😀😀" }, "reason", "at least 10 characters"],
      [{ reason: null }, "reason", "Reason is required"],
      [{ evidence: null }, "evidence", "Choose a file"],
      [{ evidence: "0000.pdf" }, "evidence", "Send the evidence first", 200],
      [{ kind: "photograph" }, "kind", "Choose what is wrong", 200],
    ] as const;
    // What the database alone knows is business: 200.
    for (const [more, field, sentence, expected = 500] of wrong) {
      const { status, body } = await desk.ask(person, dateOfBirth, more);
      expect([more, status, body.errors?.[field]]).toEqual([more, expected, expect.stringContaining(sentence)]);
    }
    const origin = { kind: "origin", values: { stateoforigin: "Kaduna", lgaoforigin: "Agege" } };
    expect((await desk.ask(person, origin)).body.errors).toEqual({
      "values.lgaoforigin": expect.stringContaining("does not belong to the state"),
    });
    expect((await ownCorrections(person)).corrections).toEqual([]);
  });

  test("waits once for each thing, and can be taken back by who asked", async () => {
    const person = await somebody();
    const { body } = await granted(desk.ask(person, dateOfBirth));
    expect((await desk.ask(person, { ...dateOfBirth, values: { dateofbirth: "2003-01-01" } })).status).toBe(409);
    const stranger = await somebody();
    expect((await stranger.post(`/ms_record_correction/${body._id}/withdraw`)).status).toBe(404);
    expect((await desk.ask({ ...stranger, application: person.application }, dateOfBirth)).status).toBe(404);
    await granted(person.post(`/ms_record_correction/${body._id}/withdraw`));
    expect((await desk.decide(body._id, "approve")).status).toBe(409);
    await granted(desk.ask(person, dateOfBirth));
  });

  test("is declined with a reason that its owner reads", async () => {
    const person = await somebody();
    const { body } = await granted(desk.ask(person, dateOfBirth));
    await granted(desk.decide(body._id, "decline"));
    expect((await ownCorrections(person)).corrections[0]).toMatchObject({
      state: "Declined",
      decision: "Seen on the certificate",
    });
    expect((await desk.fileOf(person)).bio.dateofbirth).toBe(BORN);
    await expect
      .poll(async () => (await lettersTo(person)).map(({ subject }) => subject))
      .toContain("Not corrected in your application: Date of birth");
  });
});

test("what decides nothing is changed by its owner alone, at once, and the file shows both", async () => {
  const person = await somebody();
  const thing = await correctableThing(person, "contact");
  expect(thing.free).toBe(true);
  const values = Object.fromEntries(thing.fields.map(({ name, value }: Record<string, string>) => [name, value]));
  const wanted = { kind: "contact", values: { ...values, phonenumber: "0809 111 2233", homeaddress: "7 New Road" } };
  const { body } = await granted(
    person.post("/ms_record_correction", { noun: "application", record: person.application, ...wanted }),
  );
  expect(body).toMatchObject({ changed: true });
  expect((await desk.fileOf(person)).bio).toMatchObject({ phonenumber: "2348091112233", homeaddress: "7 New Road" });
  expect((await granted(person.get("/ms_applicant/bio"))).body).toMatchObject({ phonenumber: "2348091112233" });
  expect((await ownCorrections(person)).corrections[0]).toMatchObject({
    state: "Changed",
    newvalue: "Phone Number: 0809 111 2233; Home address: 7 New Road",
  });
  // Whoever borrows a phone for a minute changes no number unseen.
  await expect
    .poll(() => lettersTo(person))
    .toContainEqual({
      subject: "Changed in your application: Contact and personal details",
      text: expect.stringMatching(/0809 111 2233.*If it was not you, choose another password/s),
    });
  const found = await granted(desk.clerk.get("/staff/ms_review?q=08091112233"));
  expect(found.body.list.map(({ _id }: { _id: string }) => _id)).toContain(person.application);
  // The desk asks for it as for anything else.
  const back = await granted(desk.propose(person.application, { kind: "contact", values }));
  expect(back.body.changed).toBe(false);
});

describe("the office", () => {
  test("asks for an applicant, who is told, and another than who asked decides", async () => {
    const person = await somebody();
    const { body } = await granted(desk.propose(person.application, dateOfBirth, desk.registrar));
    expect((await desk.decide(body._id, "approve", desk.registrar)).status).toBe(403);
    expect((await desk.decide(body._id, "decline", desk.registrar)).status).toBe(403);
    expect((await desk.decide(body._id, "withdraw", desk.clerk)).status).toBe(403);
    await expect
      .poll(async () => (await lettersTo(person)).map(({ subject }) => subject))
      .toContain("The office asks to correct your application: Date of birth");
    expect((await person.post(`/ms_record_correction/${body._id}/withdraw`)).status).toBe(404);
    const second = await staffMember(portal, { pages: ["record-corrections", "record-corrections.approve"] });
    await granted(desk.decide(body._id, "approve", second));
    expect((await ownCorrections(person)).corrections[0]).toMatchObject({ own: false, state: "Approved" });
  });

  test("hears at once that nobody else may decide what it asks for", async () => {
    const person = await somebody();
    const active = (status: string) =>
      portal.db.updateTable("staff").set({ status }).where("_id", "!=", desk.registrar._id).execute();
    const before = await portal.db.selectFrom("staff").select(["_id", "status"]).execute();
    await active("Suspended");
    const { body } = await granted(desk.propose(person.application, dateOfBirth, desk.registrar));
    expect(body.message).toMatch(/Nobody else may approve it yet: ask an administrator/);
    for (const { _id, status } of before)
      await portal.db.updateTable("staff").set({ status }).where("_id", "=", _id).execute();
    const gender = { kind: "gender", values: { gender: "Male" } };
    const { body: later } = await granted(desk.propose(person.application, gender, desk.clerk));
    expect(later.message).toMatch(/^Asked\. .+ may approve it$/);
  });

  test("neither asks for, sees nor decides about the own file", async () => {
    const person = await somebody();
    const { body } = await granted(desk.ask(person, dateOfBirth));
    const pages = ["record-corrections", "record-corrections.change", "record-corrections.approve"] as const;
    const same = await staffMember(portal, { pages });
    await portal.db
      .updateTable("staff")
      .set({ emailaddress: person.emailaddress })
      .where("_id", "=", same._id)
      .execute();
    expect((await desk.decide(body._id, "approve", same)).status).toBe(403);
    expect((await desk.decide(body._id, "decline", same)).status).toBe(403);
    expect((await desk.propose(person.application, { kind: "gender", values: { gender: "Male" } }, same)).status).toBe(
      403,
    );
    expect((await same.get(`/staff/ms_record_correction/${body._id}/file`)).status).toBe(403);
    expect((await same.get(`/staff/ms_record_correction/about/application/${person.application}`)).status).toBe(403);
    const { body: listed } = await granted(same.get("/staff/ms_record_correction"));
    expect(listed.list.map(({ _id }: { _id: string }) => _id)).not.toContain(body._id);
  });

  test("decides about what it has seen: what changed since is looked at again", async () => {
    const person = await somebody();
    const { body } = await granted(desk.ask(person, dateOfBirth));
    const path = `/staff/ms_record_correction/${body._id}`;
    const { version, same, now } = (await granted(desk.registrar.get(`${path}/file`))).body;
    expect([same, now]).toEqual([true, expect.stringContaining("27 March 2007")]);
    await granted(
      desk
        .propose(person.application, { kind: "gender", values: { gender: "Male" } })
        .then(({ body: other }) => desk.decide(other._id, "approve")),
    );
    const seen = { "if-match": `"${version}"` };
    expect((await desk.registrar.post(`${path}/approve`, { reason: "Seen and right" }, seen)).status).toBe(409);
    await granted(desk.decide(body._id, "approve"));
  });

  test("reads a list of them, page by page and as a file, and is told on the dashboard", async () => {
    const person = await somebody();
    await granted(desk.ask(person, dateOfBirth));
    const { body } = await granted(desk.registrar.get("/staff/ms_record_correction?state=Waiting"));
    expect(body.list[0]).toMatchObject({ about: "Date of birth", state: "Waiting", askedby: null });
    const file = await desk.registrar.get("/staff/ms_record_correction/export?state=Waiting");
    expect(file.body).toContain("29 February 2004");
    const head = await staffMember(portal, { pages: ["record-corrections"], scope: "department" });
    expect((await granted(head.get("/staff/ms_record_correction"))).body.list).toEqual([]);
  });
});

test("the database lets no copy be changed without a correction that is agreed to", async () => {
  const person = await somebody();
  const change = sql`update portal.application set snapshot = jsonb_set(snapshot, '{bio,gender}', '"Other"') where _id = ${person.application}`;
  await expect(change.execute(portal.db)).rejects.toThrow("by a correction only");
  await expect(
    sql`update portal.application set type = 'Transfer' where _id = ${person.application}`.execute(portal.db),
  ).rejects.toThrow("by a correction only");
});
