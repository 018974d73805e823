import { reasonsTrouble } from "./setting.lines.rules.ts";
import { linesOfText, oneOf, wholeNumber } from "./setting.shape.contract.ts";

/** What a college decides about its offers, and about those who do not take them. */
export const admissionSettings = {
  /** Contract 3.12. */
  admissionLetter: oneOf(
    "Admission letter",
    "From when on an applicant who was offered a place prints the admission letter. The acceptance letter always waits for the payment.",
    {
      offered: "At once, when the offer is released",
      reference: "Once the acceptance fee has its RRR",
      accepted: "Once the acceptance fee is paid",
    },
    "reference",
  ),
  /** Contract 3.12: a bank may post a payment of the last day two days later. */
  seatGraceDays: wholeNumber(
    "Days before a lapsed offer's seat is given on",
    "A bank may tell of a payment of the last day a day or two later. For so many days after the last day a lapsed offer keeps its seat; after them the office may offer it to the next of the waiting list.",
    1,
    30,
    3,
    "days",
  ),
  /** JAMB: no name may be published before it is approved on CAPS. */
  capsApproval: oneOf(
    "Offers without approval on CAPS",
    "What happens at the minute of a list to an offer that the newest CAPS return does not approve. Whoever proposes or approves the list is told of them either way.",
    {
      told: "They go out: who proposes and who approves the list is told",
      held: "They are held back until CAPS has approved them",
    },
    "told",
  ),
  olevelBeforeOffer: oneOf(
    "O-Level results and offers",
    "What happens to an offer at the minute of its list by what the examination board says of the person's O-Level results. What is held back says why, and goes out with another list once it is settled.",
    {
      differences: "Held back where a result differs, is not found or is disputed",
      confirmed: "Held back until the board has confirmed every sitting",
      told: "Never held back",
    },
    "differences",
  ),
  recallHours: wholeNumber(
    "Hours to recall an offer",
    "For so many hours after an offer went out two people may take it back, while it is not accepted.",
    1,
    168,
    48,
    "hours",
  ),
  deferral: oneOf(
    "Beginning a session later",
    "Whether somebody who is offered a place may ask for it a session later instead. The seat is free at once. In the next session that admits, two people keep the place: the application there costs nothing, and the place is offered again once it is made. JAMB has to be asked to regularise who begins later.",
    {
      no: "No: who cannot come now declines the offer, and applies again",
      yes: "Yes, until the last day of the offer",
    },
    "no",
  ),
  /** What applicants choose from when they give an application or a place up. */
  leavingReasons: linesOfText(
    "Reasons of applicants who leave",
    "What an applicant chooses from who withdraws an application, or declines or defers a place, one a line. Another reason, in words, can always be given. What was given already is counted as it was called then.",
    600,
    { usual: "Another institution\nCost\nProgramme\nDistance\nPersonal", troubleIn: reasonsTrouble },
  ),
} as const;
