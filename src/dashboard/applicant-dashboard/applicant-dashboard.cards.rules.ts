import { asCount } from "#kit/value/count.rules.ts";
import { asDay, asShortDay } from "#kit/value/dates.rules.ts";
import { REFEREES_NEEDED } from "#profile/referee/referee.rules.ts";
import type { Dashboard } from "./applicant-dashboard.contract.ts";

/** The specification's badge words, each with its colour's meaning. */
export type CardBadge = "Complete" | "Pending" | "In Progress" | "Action Needed";

/** Where the applicant stands there: what is there, what goes on, what was not begun, and what is wrong or presses. */
export interface CardState {
  readonly look: "good" | "info" | "plain" | "bad";
  readonly words: string;
  /** What to do next there, or since when and why, in a line. */
  readonly hint?: string | undefined;
}

export interface DashboardCard {
  readonly name: string;
  readonly to: string;
  /** By the rules of Specification 4, whatever the applicant has done beside it. */
  readonly badge: (seen: Partial<Dashboard>) => CardBadge;
  readonly state: (seen: Dashboard) => CardState;
}

const done = (words: string, hint?: string): CardState => ({ look: "good", words, hint });
const going = (words: string, hint?: string): CardState => ({ look: "info", words, hint });
const idle = (words: string, hint: string): CardState => ({ look: "plain", words, hint });
const pressing = (words: string, hint: string): CardState => ({ look: "bad", words, hint });

const notStarted = (hint: string) => idle("Not started", hint);
const cannotStart = (hint: string) => idle("Cannot start yet", hint);

/** Zero and false are both Pending; what the server did not say is neither. Specification 4, Contract 3.10. */
const present = (value: number | boolean | undefined): CardBadge =>
  value === undefined ? "Action Needed" : value ? "Complete" : "Pending";

const refereeBadge = ({ ref = 0 }: Partial<Dashboard>): CardBadge =>
  ref >= REFEREES_NEEDED ? "Complete" : ref > 0 ? "In Progress" : "Pending";

/** The ten cards in the order of Specification 2. */
export const cardsOf: readonly DashboardCard[] = [
  {
    name: "Parents (Guardians)",
    to: "/app/parents",
    badge: refereeBadge,
    state: ({ ref }) => {
      if (ref >= REFEREES_NEEDED) return done(`${ref} added`);
      return ref === 1 ? going("1 of 2 added", "Add one more") : notStarted("Add 2 parents or guardians");
    },
  },
  {
    name: "Bio Information",
    to: "/app/bio",
    badge: ({ bio }) => present(bio),
    state: ({ bio }) => (bio ? done("Filled in") : notStarted("Fill in your personal details")),
  },
  {
    name: "O-Level Sitting",
    to: "/app/olevel",
    badge: ({ olevel }) => present(olevel),
    state: ({ olevel }) =>
      olevel ? done(`${asCount(olevel, "sitting")} added`) : notStarted("Add the examination you sat"),
  },
  {
    name: "O-Level Result",
    to: "/app/olevelresult",
    badge: ({ result }) => present(result),
    state: ({ result, needed }) => {
      if (result >= needed) return done(`${result} results added`);
      if (result === 0) return notStarted(`Add at least ${needed} results`);
      return going(`${result} of ${needed} added`, `Add ${needed - result} more`);
    },
  },
  {
    name: "A-Level Result Statement",
    to: "/app/alevel",
    badge: () => "Complete",
    state: ({ alevel }) =>
      alevel > 0 ? done(`${asCount(alevel, "result")} added`) : idle("Optional", "You can apply without it"),
  },
  {
    name: "Upload Passport Photograph",
    to: "/app/photo",
    badge: ({ photo }) => present(photo),
    state: ({ photo }) => (photo ? done("Uploaded") : notStarted("Upload your passport photo")),
  },
  { name: "Apply For Admission", to: "/app/start", badge: () => "Pending", state: applying },
  { name: "My Admission Letters", to: "/app/admission", badge: () => "In Progress", state: awaiting },
  { name: "Pay Before Application", to: "/app/pay", badge: ({ pay }) => present(pay), state: paying },
  { name: "Accept My Admission", to: "/app/accept", badge: () => "In Progress", state: accepting },
];

function applying({ applications, submitted, unused, pay, open }: Dashboard): CardState {
  const waits = open && unused > 0;
  if (submitted) {
    const others = applications > 1 ? `${applications} applications in all` : undefined;
    return done(`Submitted on ${asShortDay(submitted)}`, waits ? "A verified payment waits to be used" : others);
  }
  if (waits) return going("Ready to apply", "Your payment is verified: apply now");
  if (!open) return cannotStart("Applications are not open at the moment");
  return cannotStart(pay ? "Opens once a fee of this session is verified" : "Opens once your fee is verified");
}

function awaiting({ applications, asked, offers, lapsed, refused, accepted }: Dashboard): CardState {
  if (accepted > 0) return done("Accepted", "Print your letters");
  if (offers > 0) return done("Offer made", asCount(offers, "offer of admission", "offers of admission"));
  if (asked > 0) return pressing(`${asCount(asked, "document")} asked for`, "Read why and send it");
  if (lapsed > 0) return pressing("The last day to accept is over", "See your offer");
  if (refused > 0) return going("Ended", "Read why");
  return applications > 0
    ? going("With the college", "See where your application stands")
    : cannotStart("Nothing here until you apply");
}

function paying({ pay, unpaid, bio }: Dashboard): CardState {
  const waiting = unpaid > 0 ? `${asCount(unpaid, "reference waits", "references wait")} for payment` : undefined;
  if (pay) return done("Paid", waiting);
  if (waiting) return going("Reference made", waiting);
  return bio ? notStarted("Choose a programme and pay its fee") : cannotStart("Fill in your bio data first");
}

function accepting({ applications, offers, due, lapsed, accepted }: Dashboard): CardState {
  if (accepted > 0) return done("Accepted", "Your place is accepted");
  if (offers > 0 && due) return going("Offer made", `Accept by ${asDay(due)}`);
  if (lapsed > 0) return pressing("The last day to accept is over", "If you paid by that day, verify the payment");
  return cannotStart(applications > 0 ? "Opens when an offer is made to you" : "Nothing here until you apply");
}
