import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeAcceptance } from "../../../testing/admitted-applicant.ts";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { secondPortal } from "../../../testing/second-portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { contrastOn } from "./brand.colours.rules.ts";

let portal: TestPortal;
let officer: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["settings", "settings.change"], firstname: "Ngozi" });
});
afterAll(() => portal.stop());

const path = "/staff/ms_brand";
const kept = async () => (await officer.get(path)).body;
const change = async (fields: object, headers = {}) =>
  officer.put(path, { ...(await kept()).form, ...fields }, headers);
const page = async (url: string) => {
  const reply = await fetch(url);
  return { html: await reply.text(), policy: reply.headers.get("content-security-policy") ?? "", reply };
};
const dot = async (colour: string) => {
  const png = await sharp({ create: { width: 64, height: 64, channels: 4, background: colour } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
};

test("pages, the front desk and mails name the college as the office says, in every process", async () => {
  const other = await secondPortal(portal, inject("place"));
  try {
    expect((await page(`${portal.url}/`)).html).toContain("Gurara College of Education");
    const reply = await change({
      name: "Jama'a <College>",
      shortname: "JCE & Sons",
      motto: "",
      phonenumber: "0803 111 2222",
      address: "P.M.B. 1, Jama'a",
      emailaddress: "office@jce.example",
    });
    expect(reply.body).toEqual({ type: "success", message: "The portal is Jama'a <College>'s now", version: 2 });
    for (const url of [portal.url, other.url]) {
      await expect
        .poll(async () => (await page(`${url}/`)).html, { timeout: 8_000 })
        .toContain("Jama&#39;a &lt;College&gt;");
      for (const at of ["/", "/account", "/app/dashboard", "/staff", "/nothing-here"]) {
        const { html } = await page(url + at);
        expect(html, at).not.toMatch(/%%|Gurara|2347000000000/);
        expect(html, at).toMatch(/<title>[^<]*Jama&#39;a &lt;College&gt;<\/title>/);
        expect(JSON.parse(/id="college">(.*?)<\/script>/.exec(html)?.[1] ?? "")).toMatchObject({
          name: "Jama'a <College>",
          motto: "",
          phonenumber: "2348031112222",
        });
      }
    }
    expect((await officer.get("/portal")).body).toMatchObject({
      brand: { name: "Jama'a <College>", shortname: "JCE & Sons", motto: "", portal: "Admission Portal" },
      contact: { phonenumber: "2348031112222" },
    });
    const person = await signedInApplicant(portal);
    await person.put("/ms_applicant/forgot", { emailaddress: person.emailaddress });
    const letters = await portal.letters(person.emailaddress, 2);
    expect(letters.at(-1)?.subject).toBe("Choose a new password for JCE & Sons");
    expect((await kept()).changes[0]).toMatchObject({
      who: "Mrs Ngozi Sani",
      what: expect.arrayContaining([
        "Name of the college: Jama'a <College>, before: Gurara College of Education",
        "Motto: none, before: Learning to teach, teaching to serve",
      ]),
    });
  } finally {
    await other.stop();
  }
});

test("a page is sent again only when the college or the build changed, and small", async () => {
  const first = await fetch(`${portal.url}/`, { headers: { "accept-encoding": "gzip" } });
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("content-encoding")).toBe("gzip");
  const again = () => fetch(`${portal.url}/`, { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  await change({ motto: "Another motto" });
  expect((await again()).status).toBe(200);
});

test("colours are served with the page's policy, and those that nobody could read are refused with how far they are off", async () => {
  expect((await change({ lightbrand: "#7a0f3c" })).body.type).toBe("success");
  const { html, policy } = await page(`${portal.url}/`);
  expect(html).toContain("--brand:#7a0f3c");
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = ""]) => css);
  expect(styles).toHaveLength(2);
  for (const css of styles) {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(css));
    expect(policy).toContain(`'sha256-${Buffer.from(hash).toString("base64")}'`);
  }
  expect(contrastOn("light", "#c08a00")).toBeLessThan(4.5);
  const pale = await change({ lightbrand: "#c08a00", darkbrand: "#222222", lightdeep: "#aaaaaa", darkaccent: "red" });
  expect(pale.status).toBe(500);
  expect([pale.body.code, pale.body.errors]).toEqual([
    "form-invalid",
    {
      lightbrand:
        "Buttons and links in light stands out by 2.5 to 1 only, and people need 4.5 to 1 to read it. Choose a darker one",
      darkbrand: expect.stringContaining("Choose a lighter one"),
      lightdeep: expect.stringMatching(/^White on field behind the crest in light stands out by 2\.3 to 1 only/),
      darkaccent: "Ornament in dark must be a colour such as #0f5240",
    },
  ]);
});

test("a crest is drawn anew and shown to everybody, a signature to nobody but on a letter", async () => {
  await change({ crest: await dot("#aa0000"), signature: await dot("#0000aa"), signatory: "Dr Amina Yusuf" });
  const { form, pictures } = await kept();
  expect([form.crest, form.signature]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}\.png$/),
    expect.stringMatching(/\.png$/),
  ]);
  expect(pictures.signature).toMatch(/^data:image\/png;base64,/);
  expect((await page(`${portal.url}/`)).html).toContain(`/crest/${form.crest}`);
  const crest = await fetch(`${portal.url}/crest/${form.crest}`);
  expect([crest.status, crest.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect((await fetch(`${portal.url}/favicon.svg`)).headers.get("content-type")).toBe("image/png");
  expect((await fetch(`${portal.url}/crest/${form.signature}`)).status).toBe(404);
  const admitted = await offered(portal);
  await makeAcceptance(admitted);
  expect((await admitted.get(`/ms_applications/letter/${admitted.application}`)).body.signatory).toEqual({
    name: "Dr Amina Yusuf",
    title: "Registrar",
    signature: pictures.signature,
  });
  // What was not chosen anew stays, and another's picture is not taken.
  expect((await change({ motto: "Kept pictures" })).body.type).toBe("success");
  expect((await kept()).form).toMatchObject({ crest: form.crest, signature: form.signature });
  expect((await change({ crest: `${"0".repeat(32)}.png` })).body).toMatchObject({
    code: "picture-not-kept",
    errors: { crest: expect.stringContaining("not kept here") },
  });
  expect((await change({ crest: "data:image/png;base64,AAAA" })).body).toMatchObject({
    code: "file-damaged",
    errors: { crest: expect.stringContaining("damaged") },
  });
  await change({ crest: "" });
  expect((await fetch(`${portal.url}/crest/${form.crest}`)).status).toBe(404);
});

test("two who change at once: the second hears of the first, and nothing changed is said", async () => {
  const { version, form } = await kept();
  expect((await change({ motto: "First" }, { "if-match": `"${version}"` })).body.type).toBe("success");
  expect((await officer.put(path, { ...form, motto: "Second" }, { "if-match": `"${version}"` })).status).toBe(409);
  expect((await change({})).body).toMatchObject({
    code: "nothing-changed",
    message: expect.stringMatching(/^Nothing was changed/),
  });
});

test("who may only look changes nothing, and a head names no college", async () => {
  const auditor = await staffMember(portal, { pages: ["settings"] });
  expect((await auditor.get(path)).status).toBe(200);
  expect((await auditor.put(path, (await kept()).form)).status).toBe(403);
  const head = await staffMember(portal, { pages: ["settings", "settings.change"], scope: "department" });
  expect((await head.put(path, (await kept()).form)).status).toBe(403);
});

test("a drawing that calls itself a picture is not drawn: it may take minutes", async () => {
  const filter = '<filter id="f"><feGaussianBlur stdDeviation="500"/><feTurbulence numOctaves="10"/></filter>';
  const heavy = '<rect filter="url(#f)" width="2000" height="2000"/>'.repeat(50);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">${filter}${heavy}</svg>`;
  const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
  for (const sent of [Buffer.from(drawing).toString("base64"), gif])
    for (const which of ["crest", "signature"]) {
      const { body } = await change({ [which]: `data:image/png;base64,${sent}` });
      expect([body.code, body.errors]).toEqual([
        "file-damaged",
        { [which]: expect.stringContaining("Choose another PNG or JPEG") },
      ]);
    }
});

test("a portal that was told nothing names no other college", async () => {
  await portal.db.deleteFrom("brand").execute();
  await pause(2_500);
  for (const at of ["/", "/account", "/staff", "/app/dashboard"])
    expect((await page(portal.url + at)).html).not.toMatch(/Gurara|%%/);
  expect((await officer.get("/portal")).body.brand).toMatchObject({ name: "College of Education" });
});
