import * as v from "valibot";
import { choice } from "#kit/field/fields.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";

/** How far the pages of a group reach: everything, the colleges one is dean of, the departments one heads, or the one that one works in. */
export const rightScopes = ["all", "college", "department", "unit"] as const;

export const scopeWords: Readonly<Record<(typeof rightScopes)[number], string>> = {
  all: "everything",
  college: "the college whose dean one is",
  department: "the department that one heads",
  unit: "the department that one works in",
};

/** What the office chooses from. */
const called: typeof scopeWords = {
  all: "Everything",
  college: "The college whose dean they are",
  department: "The department that they head",
  unit: "The department that they work in",
};

/** How far, as a field of a form. */
export const scopeField = v.pipe(choice("Reach", rightScopes), v.metadata({ options: rightScopes, called }));

const grant = {
  /** The group through which it is held; null when it is given in person. */
  group: v.nullable(v.string()),
  /** How far it reaches, in words. */
  reach: v.string(),
};

export const readRights = get(
  "/staff/ms_staff/:id/rights",
  "What a person can do and why: every page, through which group or in person, and how far it reaches",
  v.array(
    v.strictObject({
      page: v.string(),
      key: v.nullable(v.string()),
      name: v.string(),
      title: v.string(),
      visible: v.boolean(),
      ...grant,
    }),
  ),
);

export const readHolders = get(
  "/staff/ms_page/:id/holders",
  "Who can open a page, and why",
  v.array(v.strictObject({ staff: v.string(), name: v.string(), status: v.string(), ...grant })),
);

export const readMatrix = get(
  "/staff/ms_group_permission/matrix",
  "Groups and pages, and which group opens which page",
  v.strictObject({
    groups: v.array(v.strictObject({ _id: v.string(), name: v.string(), scope: v.string(), isOwn: v.boolean() })),
    blocks: v.array(
      v.strictObject({
        name: v.string(),
        pages: v.array(
          v.strictObject({ _id: v.string(), key: v.nullable(v.string()), name: v.string(), visible: v.boolean() }),
        ),
      }),
    ),
    /** `_id` of the group permission for each pair that is granted. */
    granted: v.array(v.strictObject({ _id: v.string(), page: v.string(), group: v.string() })),
  }),
);
