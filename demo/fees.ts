// Demonstration amounts, in kobo. The screening items keep to the ₦2,000 that JAMB allows a college to charge.

/** The service type of the provider's public demo account. */
const SERVICE_TYPE = "4430731";

export const applicationItems = [
  { name: "Application form", amount_kobo: 100_000, serviceTypeID: SERVICE_TYPE },
  { name: "Screening", amount_kobo: 100_000, serviceTypeID: SERVICE_TYPE },
  { name: "Portal service", amount_kobo: 50_000, serviceTypeID: SERVICE_TYPE },
];

/** Beside the usual items, in schools whose screening has a practical part. */
export const practicalItem = { name: "Practical test", amount_kobo: 50_000, serviceTypeID: SERVICE_TYPE };
export const practicalSchools = ["SSCI", "SVTE"];

export const acceptanceItems = [
  { description: "Acceptance of the offer", amount_kobo: 1_250_000, serviceID: SERVICE_TYPE },
  { description: "ICT and portal", amount_kobo: 500_000, serviceID: SERVICE_TYPE },
];

export const requirements = [
  { label: "JAMB result or registration slip", required: true, place: 1 },
  { label: "O-Level statement of result", required: true, place: 2 },
  { label: "Birth certificate or declaration of age", required: true, place: 3 },
  { label: "Local government identification letter", required: false, place: 4 },
];

/** What a semester costs, in kobo: for those of the home state, and for the others. */
export const tuitionLines = [
  { label: "Tuition", indigene_kobo: 1_800_000, others_kobo: 2_600_000 },
  { label: "Library and ICT", indigene_kobo: 350_000, others_kobo: 350_000 },
  { label: "Sports and games", indigene_kobo: 100_000, others_kobo: 100_000 },
  { label: "Medical services", indigene_kobo: 200_000, others_kobo: 200_000 },
];

export const otherServices = [
  {
    label: "Transcript",
    description: "A record of all results, sent to another school",
    amount_kobo: 1_000_000,
    kind: "Transcript",
    days: 7,
    asks: "Name, address and email address of the school",
  },
  {
    label: "Identity card, again",
    description: "For a card that is lost or damaged",
    amount_kobo: 200_000,
    kind: "ID card",
  },
  { label: "Change of programme", description: "Asked for before the registration ends", amount_kobo: 500_000 },
].map((service) => ({ ...service, serviceid: SERVICE_TYPE }));

/** What parents are told that a year costs, in kobo, in its order. */
export const scheduleLines = [
  { label: "Tuition", amount_kobo: 3_600_000 },
  { label: "Library and ICT", amount_kobo: 700_000 },
  { label: "Sports and games", amount_kobo: 200_000 },
  { label: "Medical services", amount_kobo: 400_000 },
  { label: "Examinations", amount_kobo: 500_000 },
  { label: "Identity card", amount_kobo: 150_000 },
  { label: "Hostel, where a place is given", amount_kobo: 1_500_000 },
];

export const tuitionService = SERVICE_TYPE;
