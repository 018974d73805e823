import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { importCsv } from "../../../testing/bursar.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";
import { fileOfStudents, studentRow } from "../../../testing/student-file.ts";
import { untilJobsRest } from "../../../testing/waiting.ts";

let portal: TestPortal;
let office: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await staffMember(portal, { pages: ["students", "students.change", "invitations", "invitations.change"] });
  const { body } = await importCsv(portal, office, "student", fileOfStudents([1, 2, 3, 4, 5].map(studentRow)));
  expect(body).toMatchObject({ added: 5 });
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_student_invitation";
const send = async (chosen: object) => (await office.post(`${path}/send`, chosen)).body;
const entry = async (nth: number) => (await office.get(`${path}?q=${studentRow(nth)["Matric number"]}`)).body.list[0];
const lettersTo = async (nth: number, atLeast: number) => {
  await untilJobsRest(portal);
  const letters = await portal.letters(studentRow(nth)["Email address"] ?? "", atLeast);
  return letters.map(({ text }) => text);
};
const linkIn = (letter = "") => /\/student\/reset\/(\S+)/.exec(letter)?.[1] ?? "";

test("a dry run counts the letters; then each student gets one with a link that chooses the password", async () => {
  const [one, two] = [await entry(1), await entry(2)];
  expect(one).toMatchObject({ state: "Not invited", invitedAt: null, times: 0 });
  const chosen = { ids: [one._id, two._id], count: 2 };
  expect(await send({ ...chosen, check: true })).toMatchObject({ type: "success", mails: 2 });
  expect(await entry(1)).toMatchObject({ state: "Not invited" });
  expect(await send(chosen)).toMatchObject({ type: "success", mails: 2, message: "2 links are on the way" });
  expect(await entry(1)).toMatchObject({ state: "Invited", times: 1, invitedby: { label: expect.any(String) } });
  const [letter] = await lettersTo(1, 1);
  const visitor = caller(portal);
  const password = { id: linkIn(letter), password: "My long w0rd 4 ever" };
  const reset = await visitor.put("/student/reset", password, { origin: ownOrigin(portal) });
  expect(reset.body).toMatchObject({ type: "success" });
  expect(await entry(1)).toMatchObject({ state: "Has a password" });
  expect((await office.get(`${path}?state=Invited`)).body.list).toMatchObject([{ _id: two._id }]);
});

test("nobody is sent a link twice in a day, nor who has a password; who let it lapse is", async () => {
  const [one, two] = [await entry(1), await entry(2)];
  const chosen = { ids: [one._id, two._id], count: 2 };
  expect(await send(chosen)).toMatchObject({
    type: "error",
    code: "nobody-to-invite",
    message: expect.stringContaining("1 student has a password already, 1 student was sent a link within the last day"),
  });
  await portal.db
    .updateTable("student_invitation")
    .set({ invitedAt: sql`now() - interval '31 days'`, mailedAt: sql`now() - interval '31 days'` })
    .where("student", "=", two._id)
    .execute();
  expect(await entry(2)).toMatchObject({ state: "Link lapsed" });
  expect(await send(chosen)).toMatchObject({ mails: 1, haspassword: 1 });
  expect(await entry(2)).toMatchObject({ state: "Invited", times: 2 });
  expect(new Set((await lettersTo(2, 2)).map(linkIn)).size).toBe(2);
});

test("of two officers who send to the same students at once, one does", async () => {
  const chosen = { query: "state=Not+invited", count: 3 };
  const both = await whileTableHeld(portal, "student_invitation", 2, () => Promise.all([send(chosen), send(chosen)]));
  expect(both.map(({ code = "sent" }) => code).sort()).toEqual(["nobody-to-invite", "sent"]);
  for (const nth of [3, 4, 5]) expect(await lettersTo(nth, 1)).toHaveLength(1);
});

test("other rows than were seen are not written to, and a narrow right sends within its reach", async () => {
  expect(await send({ query: "", count: 7 })).toMatchObject({ code: "rows-changed" });
  const head = await staffMember(portal, { pages: ["invitations", "invitations.change"], scope: "department" });
  const { _id } = await entry(3);
  expect((await head.post(`${path}/send`, { ids: [_id], count: 1 })).body).toMatchObject({ code: "rows-changed" });
});
