import type * as v from "valibot";
import type { scheme } from "./merit-scheme.contract.ts";

/** A scheme while it is typed: what is optional may be missing. */
export type SchemeTyped = v.InferInput<typeof scheme>;
