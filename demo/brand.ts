import type { BrandForm } from "../src/reference/brand/brand.contract.ts";
import { usualBrand } from "../src/reference/brand/brand.server.ts";

/** What the demo college is called, and how it is reached. No such college is known. */
export const demoBrand: BrandForm = {
  ...usualBrand,
  name: "Gurara College of Education",
  shortname: "GCE Gurara",
  motto: "Learning to teach, teaching to serve",
  address: "P.M.B. 12, Gurara, Niger State",
  phonenumber: "2348000000000",
  emailaddress: "admissions@gurara.example",
  signatory: "Dr Hauwa Bello",
};
