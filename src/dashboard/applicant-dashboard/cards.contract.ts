import { asDay } from "#kit/dates.contract.ts";
import { REFEREES_NEEDED } from "#profile/referee/referee.limits.contract.ts";
import type { Dashboard } from "./applicant-dashboard.contract.ts";

/** The specification's badge words, each with its colour's meaning. */
export type Badge = "Complete" | "Pending" | "In Progress" | "Action Needed";

export interface Card {
  readonly title: string;
  readonly detail: string;
  readonly to: string;
  readonly badge: (seen: Partial<Dashboard>) => Badge;
  /** What to do next there, in a line. */
  readonly hint: (seen: Dashboard) => string;
}

/** Zero and false are both Pending; what the server did not say is neither. Specification 4, Contract 3.10. */
const present = (value: number | boolean | undefined): Badge =>
  value === undefined ? "Action Needed" : value ? "Complete" : "Pending";

const refereeBadge = ({ ref = 0 }: Partial<Dashboard>): Badge =>
  ref >= REFEREES_NEEDED ? "Complete" : ref > 0 ? "In Progress" : "Pending";

/** The ten cards in the order of Specification 2, with the badge rules of Specification 4. */
export const cards: readonly Card[] = [
  {
    title: "Parents",
    detail: "Guardians",
    to: "/app/parents",
    badge: refereeBadge,
    hint: ({ ref }) =>
      ref >= REFEREES_NEEDED ? `${ref} added` : ref === 1 ? "1 added, add one more" : "Add 2 parents or guardians",
  },
  {
    title: "Bio",
    detail: "Information",
    to: "/app/bio",
    badge: ({ bio }) => present(bio),
    hint: ({ bio }) => (bio ? "Filled in" : "Fill in your personal details"),
  },
  {
    title: "O-Level",
    detail: "Sitting",
    to: "/app/olevel",
    badge: ({ olevel }) => present(olevel),
    hint: ({ olevel }) => (olevel ? `${olevel} of at most 2 added` : "Add the examination you sat"),
  },
  {
    title: "O-Level",
    detail: "Result",
    to: "/app/olevelresult",
    badge: ({ result }) => present(result),
    hint: ({ result, needed }) =>
      result >= needed ? `${result} results added` : `${result} of at least ${needed} results added`,
  },
  {
    title: "A-Level",
    detail: "Result Statement",
    to: "/app/alevel",
    badge: () => "Complete",
    hint: ({ alevel }) => {
      if (alevel > 0) return alevel === 1 ? "1 result added" : `${alevel} results added`;
      return "Optional: you can apply without it";
    },
  },
  {
    title: "Upload",
    detail: "Passport Photograph",
    to: "/app/photo",
    badge: ({ photo }) => present(photo),
    hint: ({ photo }) => (photo ? "Your photo is here" : "Upload your passport photo"),
  },
  {
    title: "Apply",
    detail: "For Admission",
    to: "/app/start",
    badge: () => "Pending",
    hint: ({ applications, unused, pay }) => {
      if (unused > 0) return "Your payment is verified: apply now";
      if (applications > 0)
        return applications === 1 ? "1 application submitted" : `${applications} applications submitted`;
      return pay ? "Submit your application" : "Opens once your application fee is verified";
    },
  },
  {
    title: "My",
    detail: "Admission Letters",
    to: "/app/admission",
    badge: () => "In Progress",
    hint: ({ applications, asked, offers, accepted }) => {
      if (asked > 0) return asked === 1 ? "Send a document" : `Send ${asked} documents`;
      if (offers > 0) return offers === 1 ? "1 offer of admission" : `${offers} offers of admission`;
      if (accepted > 0) return "Print your letters";
      return applications > 0 ? "See where your application stands" : "Nothing here until you apply";
    },
  },
  {
    title: "Pay",
    detail: "Before Application",
    to: "/app/pay",
    badge: ({ pay }) => present(pay),
    hint: ({ pay, unpaid }) => {
      if (unpaid > 0) return unpaid === 1 ? "1 reference waits for payment" : `${unpaid} references wait for payment`;
      return pay ? "Application fee verified" : "Choose a programme and pay its fee";
    },
  },
  {
    title: "Accept",
    detail: "My Admission",
    to: "/app/accept",
    badge: () => "In Progress",
    hint: ({ applications, offers, due, lapsed, accepted }) => {
      if (offers > 0 && due) return `Accept by ${asDay(due)}`;
      if (accepted > 0) return "Your place is accepted";
      if (lapsed > 0) return "The last day to accept is over";
      return applications > 0 ? "Opens when an offer is made to you" : "Nothing here until you apply";
    },
  },
];
