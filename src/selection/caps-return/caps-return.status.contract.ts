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

/** The status that a return's word means; undefined for one that is not known. */
export const statusMeant = (said: string): CapsStatus | undefined =>
  capsStatuses.find((status) => words[status].includes(said.toLowerCase().replace(/[^a-z]/g, "")));

/** Approved or further: JAMB agrees to the place. */
export const approved = ["Approved", "Accepted"] as const satisfies readonly CapsStatus[];
