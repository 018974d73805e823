import { createHash } from "node:crypto";
import { localPhone } from "#kit/value/phone.rules.ts";
import { escaped } from "#kit/wire/plain-page.server.ts";
import { type BrandColours, colourGrounds, inkUpon } from "./brand.colours.rules.ts";
import type { BrandForm } from "./brand.contract.ts";
import { type BrandWords, drawnWords } from "./brand.rules.ts";

export interface BrandedPage {
  readonly html: string;
  /** The source of the brand's own style, for the page's policy. */
  readonly style: string;
}

/**
 * A page as it was drawn at build, with the college in it: its words in place of the tokens, its colours, and the words
 * once more as data, from which the browser draws the same. `more` is further data of the page.
 */
export function brandedPage(drawn: string, form: BrandForm, more = ""): BrandedPage {
  const words = wordsOf(form);
  const said: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(drawnWords).map(([name, token]) => [token, words[name as keyof BrandWords] ?? ""]),
    ),
    [localPhone(drawnWords.phonenumber)]: localPhone(words.phonenumber),
  };
  const style = brandStyle(form);
  const data = JSON.stringify(words).replaceAll("<", "\\u003c");
  const html = drawn
    .replace(tokens, (token) => escaped(said[token] ?? ""))
    .replace(
      "<!--college-->",
      () => `<style>${style}</style><script type="application/json" id="college">${data}</script>${more}`,
    );
  return { html, style: `'sha256-${createHash("sha256").update(style).digest("base64")}'` };
}

const tokens = new RegExp([...Object.values(drawnWords), localPhone(drawnWords.phonenumber)].join("|"), "g");

const wordsOf = (form: BrandForm): BrandWords => ({
  name: form.name,
  shortname: form.shortname,
  motto: form.motto ?? "",
  address: form.address,
  office: form.office,
  phonenumber: form.phonenumber,
  emailaddress: form.emailaddress,
  hours: form.hours,
});

/** The colours of both schemes, and the crest. Papers are printed in the light ones. */
function brandStyle(form: BrandForm): string {
  const { crest } = form;
  const light = declared({ brand: form.lightbrand, deep: form.lightdeep, accent: form.lightaccent }, crest);
  const dark = declared({ brand: form.darkbrand, deep: form.darkdeep, accent: form.darkaccent }, crest);
  return (
    `:root{${light}}@media screen and (prefers-color-scheme:dark){html:not([data-scheme=light]){${dark}}}` +
    `@media screen{html[data-scheme=dark]{${dark}}}.emblem{background:var(--crest) center/contain no-repeat}`
  );
}

function declared({ brand, deep, accent }: BrandColours, crest: string): string {
  const picture = crest ? `/crest/${crest}` : `data:image/svg+xml,${inAddress(usualCrest({ deep, accent }))}`;
  return `--brand:${brand};--on-brand:${inkUpon(brand)};--deep:${deep};--accent:${accent};--crest:url("${picture}")`;
}

const inAddress = (svg: string) => svg.replace(/[<>#]/g, (sign) => encodeURIComponent(sign));

/** The crest that stands until the college has one of its own: a rising sun over an open book. */
export const usualCrest = ({ deep, accent }: Pick<BrandColours, "deep" | "accent">): string =>
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'>" +
  `<path fill='${accent}' d='${shape.shield}'/><path fill='${deep}' d='${shape.rim}'/>` +
  `<path fill='${accent}' d='${shape.sun}'/><path fill='#fff' d='${shape.book}'/></svg>`;

/** As path data on a square of 64. */
const shape = {
  shield: "M32 2.5 57 9v22.5c0 14.2-9.6 24.4-25 30-15.4-5.6-25-15.8-25-30V9z",
  rim: "M32 6.6 53.2 12v19.4c0 12.1-8 20.7-21.2 25.8C18.8 52.1 10.8 43.5 10.8 31.4V12z",
  sun: "M22.5 30a9.5 9.5 0 0 1 19 0zM31 12.5h2v5.2h-2zM20.3 16l1.6-1.1 2.9 4.4-1.7 1.1zM43.7 16l-1.6-1.1-2.9 4.4 1.7 1.1zM13.9 24.2l.8-1.9 4.9 2-.8 1.9zM50.1 24.2l-.8-1.9-4.9 2 .8 1.9z",
  book: "M31 34.4v13.3c-3.9-2.7-9.4-3.9-15.3-3.4-1.2-2.8-1.9-6.3-2-10.6 6.8-.9 12.6-.2 17.3.7zM33 34.4v13.3c3.9-2.7 9.4-3.9 15.3-3.4 1.2-2.8 1.9-6.3 2-10.6-6.8-.9-12.6-.2-17.3.7z",
} as const;

/** What a phone needs to put the portal on its first screen. It opens the dashboard: the sign-in page would sign out. */
export const webManifest = ({ name, shortname, lightdeep, crest }: BrandForm): string =>
  JSON.stringify({
    name: `${name} Admission Portal`,
    short_name: shortname,
    start_url: "/app/dashboard",
    scope: "/",
    display: "standalone",
    background_color: colourGrounds.light[0],
    theme_color: lightdeep,
    icons: [{ src: "/favicon.svg", sizes: "any", type: crest ? "image/png" : "image/svg+xml" }],
  });
