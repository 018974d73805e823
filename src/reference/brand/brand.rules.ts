/**
 * The college that runs this portal, as pages, mails and papers name it. The server reads it from the database and keeps
 * it up to date, a page finds it in its own file: read it where it is used, never when a module is loaded.
 */
export const brand = { name: "", shortname: "", motto: "", portal: "Admission Portal" };

/** Where a person with a question turns. */
export const contact = { office: "", emailaddress: "", phonenumber: "", address: "", hours: "" };

export interface BrandWords {
  readonly name: string;
  readonly shortname: string;
  readonly motto?: string | undefined;
  readonly address: string;
  readonly office: string;
  readonly phonenumber: string;
  readonly emailaddress: string;
  readonly hours: string;
}

/** Names the college from now on. */
export function takeBrand(words: BrandWords): void {
  const { name, shortname, motto = "", office, emailaddress, phonenumber, address, hours } = words;
  Object.assign(brand, { name, shortname, motto });
  Object.assign(contact, { office, emailaddress, phonenumber, address, hours });
}

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
