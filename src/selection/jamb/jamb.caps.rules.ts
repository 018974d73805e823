/** How far a proposal has come on CAPS. */
export const capsStatuses = ["Approved", "Accepted", "Pending", "Not approved"] as const;

export type CapsStatus = (typeof capsStatuses)[number];

/** As returns write them, in letters alone. */
const words: Readonly<Record<CapsStatus, readonly string[]>> = {
  Approved: ["approved", "admitted", "admissionapproved", "approvedbyjamb", "offeredadmission"],
  Accepted: ["accepted", "admissionaccepted", "acceptedbycandidate", "approvedandaccepted"],
  Pending: [
    "pending",
    "inprogress",
    "admissioninprogress",
    "proposed",
    "recommended",
    "awaitingapproval",
    "processing",
  ],
  "Not approved": [
    "notapproved",
    "notadmitted",
    "rejected",
    "disapproved",
    "declined",
    "denied",
    "admissionrejected",
    "rejectedbycandidate",
    "notrecommended",
  ],
};

/** A return's word in letters and figures alone, small. */
export const plainStatus = (said: string): string => said.toLowerCase().replace(/[^a-z0-9]/g, "") || said.trim();

/** The status that CAPS's own word means, whatever anybody says of it; undefined for another word. */
export const statusOf = (said: string): CapsStatus | undefined =>
  capsStatuses.find((status) => words[status].includes(plainStatus(said)));

/** The status that a return's word means, by itself, else by what was said of it before; undefined for one that is not known. */
export const statusMeant = (said: string, told: ReadonlyMap<string, CapsStatus>): CapsStatus | undefined =>
  statusOf(said) ?? told.get(plainStatus(said));

/** Approved or further: JAMB agrees to the place. */
export const approvedStatuses = ["Approved", "Accepted"] as const satisfies readonly CapsStatus[];

/** How a place stands with CAPS when it is about to be offered. The database's `caps_standing` gives one of them. */
export const capsStandings = [...capsStatuses, "Other programme", "Not in the return", "No return yet"] as const;

export type CapsStanding = (typeof capsStandings)[number];

/** Whether JAMB agrees to this place. */
export const isApproved = (standing: CapsStanding): boolean => approvedStatuses.some((status) => status === standing);

/** Why a place counts as not approved, as a sentence goes on. */
export function whyUnapproved(standing: CapsStanding): string {
  switch (standing) {
    case "Other programme":
      return "CAPS has approved another programme";
    case "Not in the return":
      return "the CAPS return does not name it";
    case "No return yet":
      return "no CAPS return of this session has come in";
    default:
      return `CAPS says ${standing}`;
  }
}
