import { asDay } from "#kit/value/dates.rules.ts";

/** What happens outside the portal between an examination and the National Matriculation List, in its order. */
export const outsideSteps = [
  "JAMB registration",
  "Change of course or institution",
  "O-Level results on CAPS",
  "Proposal by the college",
  "Admission by JAMB",
  "Acceptance on CAPS",
  "JAMB admission letter",
  "National Matriculation List",
] as const;

export type OutsideStep = (typeof outsideSteps)[number];

/** What only the applicant can know; JAMB tells the college nothing of it. */
export const saidSteps = ["O-Level results on CAPS", "JAMB admission letter"] as const satisfies readonly OutsideStep[];

export type SaidStep = (typeof saidSteps)[number];

/** What is done and where, in the words of whoever does it. */
export const stepTexts: Readonly<Record<OutsideStep, string>> = {
  "JAMB registration":
    "Make your JAMB profile and register for the UTME or Direct Entry, with this college as your choice.",
  "Change of course or institution":
    "Where JAMB has another college or course than you want here, change it on JAMB's portal or at a CBT centre.",
  "O-Level results on CAPS":
    "Have your O-Level results put on CAPS at a CBT centre or a JAMB office. CAPS passes over whoever awaits results.",
  "Proposal by the college": "The college proposes you to JAMB on CAPS. You do nothing for it.",
  "Admission by JAMB": "JAMB looks at the proposal and approves it on CAPS. You do nothing for it.",
  "Acceptance on CAPS": "Sign in to CAPS and press Accept. Without it JAMB gives your place to somebody else.",
  "JAMB admission letter": "Print JAMB's own admission letter from its portal. You show it at the clearance.",
  "National Matriculation List":
    "The college sends JAMB the list of everybody who matriculated. Without it nobody is called up for NYSC.",
};

/** What the portal knows of one person, from JAMB's lists, the CAPS return and the own records. */
export interface Standing {
  readonly jamb: string;
  /** Whether a list of candidates came, and whether it has the number. */
  readonly came: boolean;
  readonly listed: boolean;
  readonly claimed: boolean;
  /** JAMB's name and programme where they are not those here; null where they are, or nothing is known. */
  readonly othername: string | null;
  readonly otherprogramme: string | null;
  /** Whether there is an application to hold JAMB's course against. */
  readonly applied: boolean;
  /** What CAPS said last; null where no return names the number, and whether any return came. */
  readonly caps: string | null;
  readonly returned: boolean;
  /** Since when, by the returns that came; null where it does not stand. */
  readonly proposed: string | null;
  readonly admitted: string | null;
  readonly accepted: string | null;
  /** When the applicant said so. */
  readonly olevelsaid: string | null;
  readonly lettersaid: string | null;
  /** The student's. */
  readonly matric: string | null;
  /** "Listed" by JAMB, "Returned", "Sent" or "Not sent"; null for who is no student yet. */
  readonly national: string | null;
}

export const stepStates = ["Done", "To do", "Others act", "Not yet", "Not known"] as const;

export type StepState = (typeof stepStates)[number];

export interface StepStanding {
  readonly state: StepState;
  /** Since when it is done; null where nobody has told. */
  readonly day: string | null;
  /** How the portal knows, or why not. */
  readonly because: string;
}

const NO_LIST = "JAMB's list has not come to the college yet";

/** How far one person has come with each step. */
export function standingsOf(of: Standing): Readonly<Record<OutsideStep, StepStanding>> {
  return {
    "JAMB registration": registration(of),
    "Change of course or institution": change(of),
    "O-Level results on CAPS": olevel(of),
    "Proposal by the college": proposal(of),
    "Admission by JAMB": admission(of),
    "Acceptance on CAPS": acceptance(of),
    "JAMB admission letter": letter(of),
    "National Matriculation List": national(of),
  };
}

const done = (because: string, day: string | null = null): StepStanding => ({ state: "Done", day, because });
const toDo = (because: string): StepStanding => ({ state: "To do", day: null, because });
const others = (because: string): StepStanding => ({ state: "Others act", day: null, because });
const notYet = (because: string): StepStanding => ({ state: "Not yet", day: null, because });
const notKnown = (because: string): StepStanding => ({ state: "Not known", day: null, because });

function registration({ came, listed, admitted, jamb }: Standing): StepStanding {
  if (admitted) return done("JAMB has admitted you");
  if (!came) return notKnown(NO_LIST);
  return listed
    ? done("Your number is on JAMB's list for this college")
    : toDo(`JAMB's list for this college does not have ${jamb}. Look at the next step too`);
}

function change({ came, listed, admitted, otherprogramme, applied, jamb }: Standing): StepStanding {
  if (admitted && !otherprogramme) return done("JAMB has admitted you to this college");
  if (!came) return notKnown(NO_LIST);
  if (!listed && !admitted) return toDo(`JAMB has another college for ${jamb}, or the number is not right`);
  if (otherprogramme) return toDo(`JAMB has ${otherprogramme} for you, which is not what you applied for here`);
  return applied
    ? done("JAMB has the same course as your application: nothing to change")
    : notYet("You have not applied here");
}

function olevel({ admitted, olevelsaid }: Standing): StepStanding {
  if (admitted) return done("JAMB has admitted you, so they are there", admitted);
  if (olevelsaid) return done("You said so", olevelsaid);
  return toDo("Tell us when you have done it: JAMB does not");
}

function proposal({ proposed, returned }: Standing): StepStanding {
  if (proposed) return done("The CAPS return has you", proposed);
  return returned ? others("The last CAPS return does not have you") : notKnown("No CAPS return has come yet");
}

function admission({ admitted, proposed, caps, returned }: Standing): StepStanding {
  if (admitted) return done("The CAPS return says so", admitted);
  if (caps === "Not approved") return others("CAPS says: not approved. Ask at the college why");
  if (proposed) return others("JAMB has not decided yet");
  return returned ? notYet("You are not proposed yet") : notKnown("No CAPS return has come yet");
}

function acceptance({ accepted, admitted, returned }: Standing): StepStanding {
  if (accepted) return done("The CAPS return says so", accepted);
  if (admitted) return toDo("JAMB has admitted you, and no CAPS return says yet that you have accepted");
  return returned ? notYet("JAMB has not admitted you yet") : notKnown("No CAPS return has come yet");
}

function letter({ lettersaid, accepted, admitted }: Standing): StepStanding {
  if (lettersaid) return done("You said so", lettersaid);
  return accepted || admitted
    ? toDo("You can print it once you have accepted on CAPS")
    : notYet("You are not admitted yet");
}

function national({ national: standing, matric }: Standing): StepStanding {
  switch (standing) {
    case "Listed":
      return done("JAMB has confirmed your entry");
    case "Sent":
      return others("The college has sent your entry. JAMB has not answered yet");
    case "Returned":
      return toDo("JAMB returned your entry: see your record in the student's area");
    default:
      return matric ? others("The college has not sent your entry yet") : notYet("You have no matric number yet");
  }
}

/** What may be lacking for the National Matriculation List, as the office's lists call it, with what is to be done about it. */
export const nationalNeeds = {
  "Not on JAMB's list": "JAMB must have this college for your number: change the institution, or have it regularised",
  "Number not claimed": "Claim your row of JAMB's list, so that it is sure that the number is yours",
  "Other name": "Your name with JAMB and here must be one: say which is right, with a paper that shows it",
  "Other course": "Your course with JAMB and here must be one: change it on JAMB's portal",
  "O-Level not on CAPS": "Have your O-Level results put on CAPS, and tell us here",
  "Not proposed on CAPS": "The college has to propose you on CAPS",
  "Not admitted on CAPS": "JAMB has to approve your admission on CAPS",
  "Not accepted on CAPS": "Sign in to CAPS and accept the admission",
  "No matric number": "You get a matric number after the acceptance fee and the clearance",
} as const;

export type NationalNeed = keyof typeof nationalNeeds;

export const everyNeed = Object.keys(nationalNeeds) as [NationalNeed, ...NationalNeed[]];

/** What one person still lacks. What no list or return has told of is not held against anybody, but for CAPS itself. */
export function needsOf(of: Standing): NationalNeed[] {
  if (of.national === "Listed") return [];
  const lacks: Readonly<Record<NationalNeed, boolean>> = {
    "Not on JAMB's list": of.came && !of.listed && !of.admitted,
    "Number not claimed": of.listed && !of.claimed,
    "Other name": of.othername !== null,
    "Other course": of.otherprogramme !== null,
    "O-Level not on CAPS": !of.admitted && !of.olevelsaid,
    "Not proposed on CAPS": !of.proposed,
    "Not admitted on CAPS": of.proposed !== null && !of.admitted,
    "Not accepted on CAPS": of.admitted !== null && !of.accepted,
    "No matric number": of.matric === null,
  };
  return everyNeed.filter((need) => lacks[need]);
}

/** The days of a step as the college has set them; empty where it has set none. */
export function daysInWords(opens: string | null, closes: string | null): string {
  const day = (iso: string) => asDay(`${iso}T12:00:00Z`);
  if (opens && closes) return `${day(opens)} to ${day(closes)}`;
  if (closes) return `until ${day(closes)}`;
  return opens ? `from ${day(opens)}` : "";
}
