/** The college that runs this portal, as pages, mails and papers name it. Another college changes this file. */
export const brand = {
  name: "Gurara College of Education",
  shortname: "GCE Gurara",
  motto: "Learning to teach, teaching to serve",
  portal: "Admission Portal",
} as const;

/** Where a person with a question turns. */
export const contact = {
  office: "Admissions Office",
  emailaddress: "admissions@gurara.example",
  phonenumber: "2348000000000",
  address: "P.M.B. 12, Gurara, Niger State",
  hours: "Monday to Friday, 8 am to 4 pm",
} as const;
