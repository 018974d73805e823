import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

/** What a device keeps to check papers without a network. */
export const readGateList = get(
  "/gate",
  "The public keys of papers' seals, and the papers that were taken back since they were printed; open to everybody",
  v.strictObject({
    /** By the database's clock. */
    asOf: v.string(),
    keys: v.array(v.strictObject({ _id: v.string(), x: v.string() })),
    /** Parts of hashes: decision 0122. */
    revoked: v.array(v.string()),
  }),
);
