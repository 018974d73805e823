/** What an application may be offered: 1 provisional, 2 conditional admission. Specification 4. */
export const offerKinds = [1, 2] as const;

export type OfferKind = (typeof offerKinds)[number];

const words = ["Pending", "Provisional Admission", "Conditional Admission"] as const;

/** The specification's word for a status; `Invalid option` for a number that no application has. */
export const statusWord = (status: number): string => words[status] ?? "Invalid option";

/** Days from the release to the last day of acceptance. Specification 9. */
export const DAYS_TO_ACCEPT = 14;

/** How many days before the last one a reminder is sent; 0 is the last day itself. */
export const reminderDays = [7, 3, 1, 0] as const;

/** What a conditional offer asks for when the office writes nothing else. */
export const USUAL_CONDITION = "Show the originals of your results and certificates at the screening";
