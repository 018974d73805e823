import * as v from "valibot";
import { email, optional, phone, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";
import { type ColourScheme, contrastOf, contrastOn, LEAST_CONTRAST } from "./brand.colours.rules.ts";

/** What a picture may weigh as it travels, in characters of its data address: two stand in one body of 64 kB. */
export const MOST_PICTURE = 24_000;

const twoAtLeast = (label: string, max: number) =>
  v.pipe(text(label, max), v.minLength(2, "Minimum of 2 characters expected"), v.title(label));

const hex = (label: string) =>
  v.pipe(
    text(label, 7),
    v.toLowerCase(),
    v.regex(/^#[0-9a-f]{6}$/, `${label} must be a colour such as #0f5240`),
    v.title(label),
  );

const shown = (contrast: number) => `${(Math.floor(contrast * 10) / 10).toFixed(1)} to 1`;

/** Buttons and links: to be read on every ground of its scheme. */
const text45 = (label: string, scheme: ColourScheme) =>
  v.pipe(
    hex(label),
    v.check(
      (colour) => contrastOn(scheme, colour) >= LEAST_CONTRAST,
      ({ input }) =>
        `${label} stands out by ${shown(contrastOn(scheme, input))} only, and people need ${LEAST_CONTRAST} to 1 to read it. Choose a ${scheme === "light" ? "darker" : "lighter"} one`,
    ),
    v.title(label),
  );

/** The field behind the crest: white is written on it. */
const deep = (label: string) =>
  v.pipe(
    hex(label),
    v.check(
      (colour) => contrastOf(colour, "#ffffff") >= LEAST_CONTRAST,
      ({ input }) =>
        `White on ${label.toLowerCase()} stands out by ${shown(contrastOf(input, "#ffffff"))} only, and people need ${LEAST_CONTRAST} to 1 to read it. Choose a darker one`,
    ),
    v.title(label),
  );

/**
 * A PNG, WebP or JPEG as a data address, which the server judges and draws anew; the name of the picture that is kept
 * already; or nothing.
 */
const picture = (label: string) =>
  v.pipe(
    v.string(`${label} must be a picture`),
    v.maxLength(MOST_PICTURE, `${label} is too large. Choose a simpler or smaller picture`),
    v.regex(
      /^$|^[0-9a-f]{32}\.png$|^data:image\/(?:png|webp|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/,
      `${label} must be a PNG, WebP or JPEG picture`,
    ),
    v.title(label),
  );

/** What the college is called, how it is reached, and who signs: all that the office types. */
export const brandForm = fields({
  name: twoAtLeast("Name of the college", 80),
  shortname: twoAtLeast("Short name", 24),
  motto: optional(text("Motto", 80)),
  address: twoAtLeast("Address", 120),
  office: twoAtLeast("Office for questions", 60),
  phonenumber: phone("Phone number"),
  emailaddress: email("Email address"),
  hours: twoAtLeast("Hours", 80),
  lightbrand: text45("Buttons and links in light", "light"),
  lightdeep: deep("Field behind the crest in light"),
  lightaccent: hex("Ornament in light"),
  darkbrand: text45("Buttons and links in dark", "dark"),
  darkdeep: deep("Field behind the crest in dark"),
  darkaccent: hex("Ornament in dark"),
  /** Empty for the portal's own crest. */
  crest: picture("Crest"),
  signatory: optional(text("Name of the signatory", 80)),
  signatorytitle: twoAtLeast("Title of the signatory", 60),
  /** Empty for a line to sign on by hand. */
  signature: picture("Signature"),
});

export type BrandForm = v.InferOutput<typeof brandForm>;

export const brandFields = Object.keys(brandForm.entries) as (keyof BrandForm)[];

const path = "/staff/ms_brand";

export const readBrand = get(
  path,
  "What the college is called, how it looks and who signs its letters, and who changed it",
  v.strictObject({
    version: v.number(),
    form: v.strictObject(v.entriesFromList(brandFields, v.string())),
    /** The pictures as data addresses; empty where there is none. */
    pictures: v.strictObject({ crest: v.string(), signature: v.string() }),
    /** Newest first, each field in words. */
    changes: v.array(v.strictObject({ at: v.string(), who: v.string(), what: v.array(v.string()) })),
  }),
);

export const changeBrand = put(
  path,
  "Says what the college is called, how it looks and who signs its letters; it is in force at once",
  brandForm,
  done({ version: v.number() }),
);
