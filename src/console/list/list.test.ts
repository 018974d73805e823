import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { newId } from "../../platform/database/id.server.ts";

let portal: TestPortal;
let who: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  who = await staffMember(portal, { pages: ["colleges", "departments", "departments.change"] });
  await portal.db
    .insertInto("college")
    .values(
      Array.from({ length: 120 }, (_, place) => ({
        _id: newId(),
        code: `T${String(place).padStart(3, "0")}`,
        // Names alike: the order among them is that of the ids.
        name: `Test ${String(Math.floor(place / 3)).padStart(2, "0")} of ${place}`,
        isacademic: place % 2 === 0,
        status: place % 5 !== 0,
      })),
    )
    .execute();
});
afterAll(() => portal.stop());

const path = "/staff/ms_college";
type Page = { list: Record<string, unknown>[]; next: string | null; total: number };
const page = async (query: string): Promise<Page> => (await who.get(`${path}?${query}`)).body;
const all = async (query: string): Promise<Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const one = await page(`${query}${next && `&after=${next}`}`);
    rows.push(...one.list);
    next = one.next;
  }
  return rows;
};

describe("a list", () => {
  test("is paged without a gap and without a repetition, in either direction and by each of its orders", async () => {
    for (const sort of ["name", "-name", "code", "-code", "createdAt", "-createdAt"]) {
      const rows = await all(`sort=${sort}&limit=7`);
      expect(new Set(rows.map(({ _id }) => _id)).size).toBe(131);
      const keys = rows.map((row) => String(row[sort.replace("-", "")]));
      const sorted = [...keys].sort();
      expect(keys).toEqual(sort.startsWith("-") ? sorted.reverse() : sorted);
    }
  });

  test("goes on where it was when rows come before the cursor meanwhile", async () => {
    const first = await page("q=test&sort=code&limit=10");
    await portal.db
      .insertInto("college")
      .values({ _id: newId(), code: "T0000", name: "Test earlier", isacademic: true })
      .execute();
    const second = await page(`q=test&sort=code&limit=10&after=${first.next}`);
    expect(second.list[0]?.code).toBe("T010");
  });

  test("is filtered and counted", async () => {
    const { list, total } = await page("q=test&status=false&isacademic=true");
    expect(total).toBe(12);
    expect(list.every(({ status, isacademic }) => status === false && isacademic === true)).toBe(true);
    expect((await page("q=nothing-like-this")).total).toBe(0);
  });

  test("finds a word of three letters anywhere and a shorter one at a beginning, each of several", async () => {
    expect((await page("q=cienc")).list.map(({ code }) => code)).toEqual(["SASS", "SSCI"]);
    expect((await page("q=sc of")).list.map(({ code }) => code)).toContain("SSCI");
    expect((await page("q=ci")).total).toBe(0);
    expect((await page("q=SCHOOL languages")).list.map(({ code }) => code)).toEqual(["SLAN"]);
  });

  // Reliability H191.
  test.each(["%", "_", "'", "\\", "%%%", "a%b", "[a-z]*", "x".repeat(10_000), "🙂", "\u0000"])(
    "takes %s literally",
    async (q) => {
      const { status, body } = await who.get(`${path}?q=${encodeURIComponent(q)}`);
      expect([status, body.total]).toEqual([200, 0]);
    },
  );

  test.each([
    ["sort=password", { sort: "This list can be sorted by name, code, createdAt" }],
    ["limit=0", { limit: "limit must be a whole number from 1 to 100" }],
    ["limit=101", { limit: "limit must be a whole number from 1 to 100" }],
    ["status=perhaps", { status: "Status has no such value" }],
    ["colour=red", { colour: "The field colour is not known" }],
    ["constructor=red", { constructor: "The field constructor is not known" }],
    ["after=garbage", { after: "This page of the list is not known. Begin with the first one" }],
    ["q=a&q=b", { q: "q stands there twice" }],
  ])("refuses ?%s and says why", async (query, errors) => {
    const { status, body } = await who.get(`${path}?${query}`);
    expect([status, body.errors]).toEqual([500, errors]);
  });

  test("refuses a cursor that was written by hand", async () => {
    const forged = Buffer.from(JSON.stringify(["not a date", newId()])).toString("base64url");
    const { status, body } = await who.get(`${path}?sort=createdAt&after=${forged}`);
    expect([status, body.code, body.errors]).toEqual([500, "form-invalid", { after: "This page is not known" }]);
  });
});

test("choices are active ones by code and name, or one by its id", async () => {
  const { body } = await who.get("/staff/ms_college/choices?q=test");
  expect(body).toHaveLength(50);
  const [inactive] = (await page("q=test&status=false&limit=1")).list;
  const chosen = await who.get(`/staff/ms_college/choices?id=${inactive?._id}`);
  expect(chosen.body).toEqual([{ _id: inactive?._id, label: inactive?._title }]);
});
