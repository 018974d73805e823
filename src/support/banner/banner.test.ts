import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { bannersOn, placeOfPage, type StandingBanner } from "./banner.rules.ts";

let portal: TestPortal;
let officer: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["banners", "banners.change"] });
});
afterAll(() => portal.stop());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().replace(/\.\d+Z$/, "Z");
const form = () => ({
  text: "The portal is closed for work tonight from 10 pm to 11 pm.",
  kind: "Warning",
  places: ["Before sign-in", "Applicants"],
  starts: inHours(-1),
  ends: inHours(2),
});
const path = "/staff/ms_banner";

test("a banner stands from its minute until its minute, in the page itself and for whoever asks again", async () => {
  expect((await officer.post(path, form())).body.type).toBe("success");
  expect(
    (await officer.post(path, { ...form(), text: "This one comes tomorrow.", starts: inHours(24), ends: inHours(25) }))
      .body.type,
  ).toBe("success");
  await expect.poll(async () => (await officer.get("/banners")).body.list.length, { timeout: 8_000 }).toBe(1);
  const { list } = (await officer.get("/banners")).body;
  expect(list[0]).toMatchObject({ text: form().text, kind: "Warning", places: ["Before sign-in", "Applicants"] });
  const page = await portal.app.inject({ url: "/" });
  expect(page.body).toMatch(/<script type="application\/json" id="banners">\[.*closed for work tonight/);
});

test.each([
  [{ text: "Short" }, "text", /at least 10/],
  [{ text: "Look at https://elsewhere.example" }, "text", /plain text/],
  [{ text: "<b>The portal</b> is closed" }, "text", /plain text/],
  [{ places: [] }, "places", /required/],
  [{ places: ["Everywhere"] }, "places", /one or more of/],
  [{ ends: "2020-01-01T00:00:00Z", starts: "2019-01-01T00:00:00Z" }, "ends", /over already/],
  [{ starts: "2099-01-02T00:00:00Z", ends: "2099-01-01T00:00:00Z" }, "ends", /must come after From/],
])("%o is refused at its field", async (change, field, sentence) => {
  const { body } = await officer.post(path, { ...form(), ...change });
  expect(body.errors?.[field]).toMatch(sentence);
});

test("nobody sets a banner without the right, and who did so stands in the audit", async () => {
  const reader = await staffMember(portal, { pages: ["banners"] });
  expect((await reader.post(path, form())).status).toBe(403);
  const made = await portal.db.selectFrom("audit").select("actor").where("deed", "=", "banner.create").execute();
  expect(made.map(({ actor }) => actor)).toContain(officer._id);
});

test("a page shows what is for its readers, until it is closed on the device", () => {
  expect(
    [
      "/",
      "/account",
      "/staff",
      "/staff/reset/x",
      "/student/forgot",
      "/app/dashboard",
      "/staff/mails",
      "/student/bill",
    ].map(placeOfPage),
  ).toEqual([...Array(5).fill("Before sign-in"), "Applicants", "Staff", "Students"]);
  const one: StandingBanner = { ...form(), _id: "a", kind: "Warning", places: ["Applicants"] };
  const on = (pathname: string, closed: string[] = [], now = Date.now()) =>
    bannersOn([one], { pathname, now, closed }).length;
  expect([on("/app/pay"), on("/"), on("/app/pay", ["a"]), on("/app/pay", [], Date.now() + 3 * HOUR_MS)]).toEqual([
    1, 0, 0, 0,
  ]);
});
