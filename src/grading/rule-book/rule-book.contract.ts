import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

/** Asked by `score=`, or by `ca=` and `examination=`, as somebody typed them. */
export const tryScore = get(
  "/staff/ms_result_profile/:id/try",
  "What a score comes to by a result profile: grade, point, whether it is passed, and why",
  v.strictObject({
    /** Null where nothing can be graded; `why` says what to type then. */
    grade: v.nullable(v.string()),
    /** Null where nothing counts. */
    point: v.nullable(v.number()),
    passed: v.boolean(),
    why: v.string(),
  }),
);
