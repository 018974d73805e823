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

/** The crest as path data on a square of 64: the shield's field, and what stands on it (a rising sun over an open book). */
export const crest = {
  size: 64,
  shield: "M32 2.5 57 9v22.5c0 14.2-9.6 24.4-25 30-15.4-5.6-25-15.8-25-30V9z",
  rim: "M32 6.6 53.2 12v19.4c0 12.1-8 20.7-21.2 25.8C18.8 52.1 10.8 43.5 10.8 31.4V12z",
  sun: "M22.5 30a9.5 9.5 0 0 1 19 0zM31 12.5h2v5.2h-2zM20.3 16l1.6-1.1 2.9 4.4-1.7 1.1zM43.7 16l-1.6-1.1-2.9 4.4 1.7 1.1zM13.9 24.2l.8-1.9 4.9 2-.8 1.9zM50.1 24.2l-.8-1.9-4.9 2 .8 1.9z",
  book: "M31 34.4v13.3c-3.9-2.7-9.4-3.9-15.3-3.4-1.2-2.8-1.9-6.3-2-10.6 6.8-.9 12.6-.2 17.3.7zM33 34.4v13.3c3.9-2.7 9.4-3.9 15.3-3.4 1.2-2.8 1.9-6.3 2-10.6-6.8-.9-12.6-.2-17.3.7z",
} as const;

/**
 * The brand's colours in light and dark. `brand` fills buttons and bars and draws links (at least 4.5:1 on the page, and
 * `onBrand` on it); `deep` is the dark field behind the crest; `accent` is a line or an ornament, never text.
 */
export const colours = {
  light: { brand: "#0f5240", onBrand: "#ffffff", deep: "#0b3b2f", accent: "#b98a2f" },
  dark: { brand: "#86cdb1", onBrand: "#07251c", deep: "#0a2f26", accent: "#d3a84f" },
} as const;
