import { connect } from "node:net";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Person, signedInApplicant } from "../../testing/applicant.ts";
import { sumOfRows } from "../../testing/database.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../testing/staff.ts";

let portal: TestPortal;
let person: Person;
const office = {} as { who: StaffMember };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  person = await signedInApplicant(portal);
  office.who = await staffMember(portal, {
    pages: [
      "colleges.change",
      "departments.change",
      "releases.change",
      "notifications.change",
      "application-fees.change",
    ],
  });
});
afterAll(() => portal.stop());

const path = "/ms_applicant_referee";
const referee = { firstname: "Musa", lastname: "Bello", phonenumber: "08031234567", homeaddress: "No. 4, Kano" };
const post = (body: string, type = "application/json", headers: Record<string, string> = {}) =>
  fetch(`${portal.url}/api${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "content-type": type, ...headers },
    body,
  });

/** The whole answer to a first line of one's own. */
async function spoken(line: string): Promise<string> {
  const socket = connect(Number(new URL(portal.url).port), "127.0.0.1");
  socket.end(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const answer = await socket.setEncoding("utf8").toArray();
  return answer.join("");
}

describe("one sign that JavaScript counts as two", () => {
  const E = "😀";
  const fee = { amount: 500, status: true, serviceTypeID: "4430731" };
  const calls: readonly (readonly [path: string, form: Record<string, unknown>, field: string])[] = [
    ["ms_college", { code: E, name: "Good name", status: true, isacademic: true }, "code"],
    ["ms_college", { code: "QQX", name: E, status: true, isacademic: true }, "name"],
    ["ms_department", { code: "QQX", name: E, college: "0", status: true }, "name"],
    ["ms_release", { title: E, kind: "Offers", session: "0" }, "title"],
    ["ms_letter_template", { title: E, opening: E, conditions: E, closing: E, note: E }, "note"],
    ["ms_notification", { title: E, post: E, to: { audience: "Everybody with a verified account" } }, "post"],
    ["ms_recall", { application: "0", reason: E, words: E }, "reason"],
    ["ms_application_fee_item", { name: E, programme: "0", session: "0", ...fee }, "name"],
  ];
  test.each(calls)("is too short for %s", async (path, form, field) => {
    const { who } = office;
    const { status, body } = await who.post(`/staff/${path}`, form);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([500, expect.arrayContaining([field])]);
  });

  test("is one of the characters that a text may have", async () => {
    const { who } = office;
    const name = `${E.repeat(70)} and more`;
    const added = await who.post("/staff/ms_college", { code: "QQY", name, status: true, isacademic: true });
    expect(added.body).toMatchObject({ type: "success" });
  });
});

describe("bodies that nobody meant", () => {
  const bodies: readonly (readonly [name: string, body: string, status: number])[] = [
    ["cut short", '{"firstname": "Mu', 400],
    ["empty", "", 400],
    ["with a byte order mark", `\ufeff${JSON.stringify(referee)}`, 400],
    ["a list", "[]", 500],
    ["a text", '"x"', 500],
    ["null", "null", 500],
    ["a key that stands twice", JSON.stringify(referee).replace("{", '{"firstname":"Other",'), 400],
    ["a key that stands twice in disguise", JSON.stringify(referee).replace("{", '{"first\\u006eame":"Other",'), 400],
    ["a key into prototypes", `{"__proto__": {"disabled": false}}`, 400],
    ["nested thirty deep", `{"firstname":${"[".repeat(30)}${"]".repeat(30)}}`, 400],
    ["200,000 nested lists", "[".repeat(200_000), 413],
    ["one megabyte of key", `{"${"k".repeat(1_000_000)}":1}`, 413],
  ];
  test.each(bodies)("%s", async (_name, body, status) => {
    const before = await sumOfRows(portal.db);
    const response = await post(body);
    const reply = (await response.json()) as { type: string; code: string; message: string };
    const codes: Record<number, string> = { 400: "json-unreadable", 413: "request-too-large", 500: "form-invalid" };
    expect([response.status, reply.type, reply.code], reply.message).toEqual([status, "error", codes[status]]);
    expect(reply.message).not.toMatch(/at position|Unexpected|FST_|node_modules|select /i);
    expect(await sumOfRows(portal.db)).toEqual(before);
  });

  test.each([null, undefined, [], "x", 7, true])("%j is judged by every form, and stumbled over by none", (body) => {
    for (const { endpoint, url } of portal.app.calls) {
      if (endpoint) expect(() => v.safeParse(endpoint.body, body), url).not.toThrow();
    }
  });

  test.each(["toString", "valueOf", "hasOwnProperty"])("a field called %s", async (field) => {
    const response = await post(JSON.stringify({ ...referee, [field]: 1 }));
    const reply = (await response.json()) as { message: string; errors: Record<string, string> };
    const sentence = `The field ${field} is not known`;
    expect([response.status, reply.message, reply.errors]).toEqual([500, expect.any(String), { [field]: sentence }]);
    expect(reply.message).not.toBe("");
  });

  test.each(["application/x-www-form-urlencoded", "text/plain", "application/xml", "multipart/form-data; boundary=x"])(
    "%s is not a type that a call reads",
    async (type) => {
      const response = await post("firstname=Musa", type);
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ type: "error", code: "content-type-wrong" });
    },
  );
});

describe("texts that are not what they seem", () => {
  const refused: readonly (readonly [string, unknown])[] = [
    ["a NUL", "Mu\u0000sa"],
    ["a lone surrogate", "Mu\ud800sa"],
    ["a change of direction", "Mu\u202esa"],
    ["a zero-width space", "Mu\u200bsa"],
    ["a line break", "Mu\nsa"],
    ["a bell", "Mu\u0007sa"],
    ["markup", "<script>alert(1)</script>"],
    ["only spaces", "   "],
    ["an invisible letter", "\u3164"],
    ["an address to lure people to", "Visit evil.com now"],
    ["a thousand letters", "m".repeat(1_000)],
    ["a list", ["Musa"]],
    ["a number", 7],
    ["null", null],
    ["true", true],
    ["an object", { toString: "Musa" }],
  ];
  test.each(refused)("%s is refused under its field", async (_name, firstname) => {
    const { status, body } = await person.post(path, { ...referee, firstname });
    expect([status, Object.keys(body.errors)]).toEqual([500, ["firstname"]]);
    expect(body).toMatchObject({ code: "form-invalid", errors: { firstname: expect.stringContaining("First name") } });
  });

  test.each(["O'Neil", "Adé-Ọlá", "Ɓala", "Ƙasimu", "Ṣọlá", "N’Diaye", "J.K.", "Muhd. Sani"])(
    "%s is a name",
    async (firstname) => {
      const namesake = await signedInApplicant(portal);
      await namesake.post(path, { ...referee, firstname });
      const { body } = await namesake.get(path);
      expect(body[0].firstname).toBe(firstname.normalize("NFC"));
    },
  );
});

describe("requests that nobody's browser sends", () => {
  test.each([
    "/..%2f..%2fetc/passwd",
    "/%2e%252e%252f",
    "/;/",
    "/.git/config",
    "/metrics",
    "/api/docs",
    "/api//ms_dashboard",
  ])("%s is not found", async (address) => {
    const response = await fetch(`${portal.url}${address}`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("root:");
  });

  // Sent as they stand: fetch and browsers put such addresses right.
  test.each(["/assets/..", "/assets/.", "/assets/%2e%2e"])("%s is no file", async (address) => {
    expect(await spoken(`GET ${address} HTTP/1.1`)).toMatch(/^HTTP\/1.1 404 /);
  });

  test.each(["/%", "/%ZZ", "/api/%E0%A4%A"])(
    "%s is no address, and the answer is in the house's words",
    async (address) => {
      const answer = await spoken(`GET ${address} HTTP/1.1`);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain(
        '{"type":"error","code":"address-unreadable","message":"This address could not be read"}',
      );
      expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
    },
  );

  test("a method in a header changes nothing", async () => {
    const response = await post(JSON.stringify(referee), "application/json", { "x-http-method-override": "DELETE" });
    expect(((await response.json()) as { type: string }).type).toBe("success");
  });

  test("a request is not sent back to whoever traces it", async () => {
    const answer = await spoken(`TRACE /api${path} HTTP/1.1\r\nX-Trace: what-was-sent`);
    expect(answer).toMatch(/^HTTP\/1\.1 40[45] /);
    expect(answer).not.toContain("what-was-sent");
  });

  test("a header of a hundred kilobytes is refused", async () => {
    const refused = await fetch(`${portal.url}/healthz`, { headers: { "x-long": "x".repeat(100_000) } }).then(
      ({ status }) => status,
      () => 431,
    );
    expect(refused).toBe(431);
  });

  test("half a request is closed within twenty seconds, and honest ones are answered meanwhile", async () => {
    const port = Number(new URL(portal.url).port);
    const closed = Array.from({ length: 50 }, () => {
      const socket = connect(port, "127.0.0.1", () => socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n")).resume();
      return new Promise<void>((resolve) => socket.on("close", () => resolve()).on("error", () => undefined));
    });
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
    await Promise.all(closed);
  }, 25_000);

  test("every answer carries the security headers, refusals too", async () => {
    for (const address of ["/healthz", "/api/portal", "/api/ms_dashboard", "/api/nothing", "/nothing"]) {
      const { headers } = await fetch(`${portal.url}${address}`);
      expect([address, headers.get("x-content-type-options")]).toEqual([address, "nosniff"]);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      // A page holds nothing of anybody: it may be kept, and is asked for again.
      expect(headers.get("cache-control")).toBe(address === "/nothing" ? "no-cache" : "no-store");
      expect(headers.get("content-type")).toContain("charset=utf-8");
      expect(headers.has("x-powered-by")).toBe(false);
    }
  });

  test("what never became a request is answered with them too", async () => {
    for (const line of ["GET /% HTTP/1.1", "GET / HTTP/9.9", `GET / HTTP/1.1\r\nX-Long: ${"x".repeat(20_000)}`]) {
      const answer = (await spoken(line)).toLowerCase();
      expect([line.slice(0, 40), answer.slice(0, 10)]).toEqual([
        line.slice(0, 40),
        expect.stringMatching(/^http\/1.1 4/),
      ]);
      expect(answer).toContain("content-security-policy: default-src 'none';base-uri 'none';frame-ancestors 'none'");
      expect(answer).toContain("strict-transport-security: max-age=31536000");
      expect(answer).toContain("cache-control: no-store");
      expect(answer).toContain("referrer-policy: no-referrer");
    }
  });

  test("an expectation that nobody knows is passed over, so that the answer is the portal's own", async () => {
    const answer = await spoken("GET /api/nothing HTTP/1.1\r\nExpect: 200-maybe");
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
    expect(answer).toContain('"code":"record-not-found"');
    expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
  });

  test("a fault of ours tells a reference and nothing of the inside", async () => {
    await portal.db.schema.alterTable("referee").renameTo("referee_away").execute();
    const { status, body } = await person.get(path);
    await portal.db.schema.alterTable("referee_away").renameTo("referee").execute();
    expect(status).toBe(500);
    expect(body).toEqual({
      type: "error",
      message: "Sorry, system could not finish processing your request",
      reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});
