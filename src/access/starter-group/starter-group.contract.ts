import * as v from "valibot";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { rightScopes } from "../permission/permission.contract.ts";
import { starterGroups } from "./starter-group.rules.ts";

const path = "/staff/ms_starter_group";

export const listStarterGroups = get(
  path,
  "The groups that a college usually begins with, and which of them are there already",
  v.array(
    v.strictObject({
      name: v.string(),
      about: v.string(),
      scope: v.picklist(rightScopes),
      pages: v.number(),
      exists: v.boolean(),
    }),
  ),
);

export const addStarterGroups = post(
  path,
  "Makes groups with the rights that such offices usually hold, in one step; those that are there stay as they are",
  fields({
    groups: v.pipe(
      v.array(
        v.picklist(
          starterGroups.map(({ name }) => name),
          "Groups must be of those that are offered",
        ),
      ),
      v.minLength(1, "Choose at least one group"),
      v.title("Groups"),
    ),
  }),
  done({ count: v.number() }),
);
