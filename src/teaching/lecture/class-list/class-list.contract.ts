import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { paperEntries } from "#reference/papers/papers.contract.ts";
import { classFacts } from "../lecture.contract.ts";

/** Who is in a class, by name: with photographs, or with lines to sign in the examination hall. */
export const readClassList = get(
  "/staff/ms_contact/class/:id/list",
  "The class list: everybody whose registration counts and whose status stops nothing, by name, with the photograph",
  v.strictObject({
    ...classFacts,
    department: v.string(),
    list: v.array(
      v.strictObject({
        student: v.string(),
        name: v.string(),
        matric: v.nullable(v.string()),
        programme: v.nullable(v.string()),
        level: v.number(),
        photo: v.nullable(v.string()),
      }),
    ),
    ...paperEntries,
  }),
);
