import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

/** `key` is null of a link that a college added itself. */
const page = v.strictObject({
  name: v.string(),
  link: v.string(),
  title: v.string(),
  key: v.nullable(v.string()),
});

const group = v.strictObject({
  name: v.string(),
  icon: v.string(),
  pages: v.array(page),
  subgroups: v.array(v.strictObject({ name: v.string(), pages: v.array(page) })),
});

const me = v.strictObject({
  _id: v.string(),
  name: v.string(),
  emailaddress: v.string(),
  /** Whether the second factor is set up, and whether it must be before anything else. */
  secondFactor: v.boolean(),
  mustEnrol: v.boolean(),
  groups: v.array(v.string()),
});

/**
 * `rights` holds every page key that the caller has, those to change and those that no menu shows too; `presets` what
 * lists begin narrowed to: `session`, the one that admits, and `running`, the one that runs.
 */
export const readMenu = get(
  "/staff/ms_menu",
  "The pages that the caller may open, in the menu's order, and who the caller is",
  v.strictObject({
    groups: v.array(group),
    rights: v.array(v.string()),
    me,
    presets: v.record(v.string(), v.string()),
  }),
);

export type Menu = v.InferOutput<typeof readMenu.reply>;
export type MenuPage = v.InferOutput<typeof page>;
