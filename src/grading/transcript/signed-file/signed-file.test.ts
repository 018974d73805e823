import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import type { Values } from "#console/record/record.contract.ts";
import { type Caller, caller } from "../../../../testing/applicant.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type Student, signedInStudent } from "../../../../testing/student.ts";
import { pastMarks, type TranscriptDesk, transcriptDesk, twoSemesters } from "../../../../testing/transcripts.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let desk: TranscriptDesk;
let stranger: Caller;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await transcriptDesk(portal);
  stranger = caller(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

/** The file as its student downloads it. */
async function fileOf(me: Student, order: string): Promise<string> {
  const answer = await fetch(`${portal.url}/api/student/transcripts/${order}/file`, { headers: { cookie: me.cookie } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/jwt"]);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="transcript-TR-\d\d-\d{6}\.jwt"$/);
  return answer.text();
}

async function signedFor(): Promise<string> {
  const me = await signedInStudent(portal);
  await pastMarks(portal, me.student, twoSemesters);
  return fileOf(me, await desk.signed(me));
}

// What a stranger does who has the file and the published keys, and no word of this portal's.
const published = async () => createLocalJWKSet((await granted(stranger.get("/issuer/keys"))).body);

test("a stranger verifies the file by the published keys alone, and no byte of it may be another", async () => {
  const file = await signedFor();
  const keys = await published();
  const { payload, protectedHeader } = await jwtVerify(file, keys);
  expect(protectedHeader).toEqual({ alg: "RS256", typ: "JWT", kid: expect.stringContaining("/api/issuer/keys/") });
  const { iss, jti, sub, nbf } = payload;
  const { issuer, id, credentialSubject, validFrom } = payload as Values;
  expect([iss, jti, sub, nbf]).toEqual([issuer.id, id, credentialSubject.id, Date.parse(validFrom) / 1000]);
  const [head = "", body = "", signature = ""] = file.split(".");
  const told = decodeJwt(file) as Values;
  const better = { ...told, name: "Transcript of somebody else" };
  const forged = [
    [head, Buffer.from(JSON.stringify(better)).toString("base64url"), signature],
    [head, body, signature.slice(0, -8) + signature.slice(-8).split("").reverse().join("")],
    [Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url"), body, ""],
  ];
  for (const parts of forged) await expect(jwtVerify(parts.join("."), keys)).rejects.toThrow();
  for (let at = 0; at < body.length; at += 997) {
    const other = body[at] === "A" ? "B" : "A";
    await expect(
      jwtVerify([head, body.slice(0, at) + other + body.slice(at + 1), signature].join("."), keys),
    ).rejects.toThrow();
  }
});

test("the header leads to the very key, whose private part is nowhere", async () => {
  const file = await signedFor();
  const { kid = "", alg = "" } = decodeProtectedHeader(file);
  const key = (await granted(stranger.get(new URL(kid).pathname.replace(/^\/api/, "")))).body;
  expect(key).toMatchObject({ kty: "RSA", alg: "RS256", use: "sig", kid });
  for (const secret of ["d", "p", "q", "dp", "dq", "qi"]) expect(key).not.toHaveProperty(secret);
  await jwtVerify(file, await importJWK(key, alg));
  const issuer = (await granted(stranger.get("/issuer"))).body;
  expect(issuer).toMatchObject({
    id: decodeJwt(file).iss,
    type: ["Profile"],
    assertionMethod: expect.arrayContaining([kid]),
  });
  expect((await stranger.get("/issuer/keys/unknown")).status).toBe(404);
  const answer = await fetch(`${portal.url}/api/issuer/keys`);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
});

test("it has the structure of CLR 2.0: contexts in their order, one credential for the programme and each attempt, results by their description", async () => {
  const clr = decodeJwt(await signedFor()) as Values;
  expect(clr).toMatchObject({
    "@context": [
      "https://www.w3.org/ns/credentials/v2",
      "https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json",
      "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
    ],
    ...{
      type: ["VerifiableCredential", "ClrCredential"],
      id: expect.stringMatching(/^urn:uuid:/),
      name: expect.any(String),
    },
    validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    issuer: { id: expect.stringMatching(/^http/), type: ["Profile"], name: expect.any(String) },
    credentialSubject: { id: expect.stringMatching(/^urn:uuid:/), type: ["ClrSubject"] },
    credentialStatus: { id: expect.stringContaining("/api/issuer/revocations"), type: "1EdTechRevocationList" },
  });
  const credentials: Values[] = clr.credentialSubject.verifiableCredential;
  expect(credentials).toHaveLength(1 + twoSemesters.length);
  const achievements = credentials.map(({ credentialSubject }) => credentialSubject.achievement);
  for (const one of credentials) {
    expect(one).toMatchObject({
      ...{ type: ["VerifiableCredential", "AchievementCredential"], issuer: clr.issuer, validFrom: clr.validFrom },
      "@context": [
        "https://www.w3.org/ns/credentials/v2",
        "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
      ],
      credentialSubject: {
        ...{ id: clr.credentialSubject.id, type: ["AchievementSubject"] },
        achievement: {
          type: ["Achievement"],
          name: expect.any(String),
          description: expect.any(String),
          criteria: { narrative: expect.any(String) },
        },
      },
    });
    const described = one.credentialSubject.achievement.resultDescription.map(({ id }: { id: string }) => id);
    for (const result of one.credentialSubject.result) {
      expect(result.type).toEqual(["Result"]);
      expect(described).toContain(result.resultDescription);
    }
  }
  const ids = [...credentials.map(({ id }) => id), ...achievements.map(({ id }) => id)];
  expect(new Set(ids).size).toBe(ids.length);
  for (const { type, associationType, sourceId, targetId } of clr.credentialSubject.association) {
    expect([type, associationType, sourceId]).toEqual(["Association", "isParentOf", achievements[0]?.id]);
    expect(ids).toContain(targetId);
  }
  const failed = credentials.find(
    ({ name, credentialSubject }) => name.startsWith("CHE 111") && credentialSubject.term.startsWith("First"),
  );
  expect(failed?.credentialSubject).toMatchObject({
    ...{
      creditsEarned: 0,
      narrative: "From the former records",
      term: expect.stringMatching(/^First semester \d{4}\/\d{4}$/),
    },
    achievement: { achievementType: "Course", humanCode: "CHE 111", creditsAvailable: 2 },
    result: expect.arrayContaining([
      expect.objectContaining({ value: "F" }),
      expect.objectContaining({ status: "Failed" }),
    ]),
  });
  expect(credentials[0]?.credentialSubject.result).toContainEqual(expect.objectContaining({ value: "3.36" }));
});

test("another key signs once the old one has signed long enough, or its secret is another; what the old one signed is verified ever after", async () => {
  const first = await signedFor();
  expect(decodeProtectedHeader(await signedFor()).kid).toBe(decodeProtectedHeader(first).kid);
  await sql`alter table portal.signing_key disable trigger all`.execute(portal.db);
  await sql`update portal.signing_key set "createdAt" = now() - interval '3 years'`.execute(portal.db);
  const second = await signedFor();
  await sql`update portal.signing_key set sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1) where "retiredAt" is null`.execute(
    portal.db,
  );
  const third = await signedFor();
  await sql`alter table portal.signing_key enable trigger all`.execute(portal.db);
  const files = [first, second, third];
  expect(new Set(files.map((file) => decodeProtectedHeader(file).kid)).size).toBe(3);
  const keys = await published();
  for (const file of files) await jwtVerify(file, keys);
});

test("an excused course is neither completed nor failed, and one that was missed is failed", async () => {
  const me = await signedInStudent(portal);
  await pastMarks(portal, me.student, [
    { course: "EDU 111", units: 2, total: 72 },
    { course: "EDU 112", units: 2, total: null, code: "Excused" },
    { course: "EDU 113", units: 2, total: null, code: "Absent" },
  ]);
  await sql`update portal.past_mark set document = 'Senate list of 12.3.2021' where student = ${me.student} and course = 'EDU 111'`.execute(
    portal.db,
  );
  const clr = decodeJwt(await fileOf(me, await desk.signed(me))) as Values;
  const statuses = clr.credentialSubject.verifiableCredential
    .slice(1)
    .map(({ credentialSubject: { achievement, result, narrative } }: Values) => [
      achievement.humanCode,
      result.find(({ status }: Values) => status !== undefined)?.status,
      narrative,
    ]);
  expect(statuses).toEqual([
    ["EDU 111", "Completed", "From the former records (Senate list of 12.3.2021)"],
    ["EDU 112", undefined, "From the former records. Excused: counts nothing"],
    ["EDU 113", "Failed", "From the former records"],
  ]);
});
