import type { BrandWords } from "./brand.contract.ts";

/**
 * What stands in a page that is drawn at build for what the college will be called: the server puts the college's own words
 * there. The phone number is one, since pages write it in two ways.
 */
export const drawnWords = {
  name: "%%name%%",
  shortname: "%%shortname%%",
  motto: "%%motto%%",
  address: "%%address%%",
  office: "%%office%%",
  phonenumber: "2347000000000",
  emailaddress: "%%emailaddress%%",
  hours: "%%hours%%",
} as const satisfies Required<BrandWords>;
