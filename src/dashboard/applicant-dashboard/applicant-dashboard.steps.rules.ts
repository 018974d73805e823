import { asDay } from "#kit/value/dates.rules.ts";
import { REFEREES_NEEDED } from "#profile/referee/referee.rules.ts";
import type { Dashboard } from "./applicant-dashboard.contract.ts";

export interface NextStep {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly to: string;
}

/** The way to a submitted application: each step, whether it is done, and what to do when it is the next one. */
export interface DashboardStep {
  readonly done: boolean;
  readonly now: NextStep;
}

/** The steps in the order in which they are best taken. A-Level results, letters and acceptance come after or beside. */
export function stepsOf(seen: Dashboard): DashboardStep[] {
  const { ref, bio, olevel, result, photo, pay, needed, applications } = seen;
  const submitted = applications > 0;
  return [
    { done: ref >= REFEREES_NEEDED, now: parents(ref) },
    { done: bio > 0, now: fillBio },
    { done: olevel > 0, now: addSitting },
    { done: result >= needed, now: addResults(needed - result) },
    { done: photo, now: uploadPhoto },
    { done: pay || submitted, now: payFee(seen) },
    { done: submitted, now: apply },
  ];
}

/** The one next step. An offer comes before all else, then the student's area, then what the office asks for. A verified payment that waits comes first once all else is there; a closed session says so. */
export function nextStep(seen: Dashboard): NextStep {
  const open = stepsOf(seen).find(({ done }) => !done);
  const submitted = seen.applications > 0;
  if (seen.due) return acceptOffer(seen.offers, seen.due);
  if (seen.student) return enterStudentArea;
  if (seen.asked > 0) return sendAgain(seen.asked);
  if (seen.accepted > 0) return beCleared;
  if (!seen.open && !submitted) return closed;
  if (open && !submitted) return open.now;
  if (seen.open && seen.unused > 0) return applyAgain;
  if (seen.refused > 0) return decided;
  if (!seen.photo) return uploadPhoto;
  return seen.lapsed > 0 ? lapsed : followUp;
}

const parents = (ref: number): NextStep => ({
  title: ref === 1 ? "Add one more parent or guardian" : "Add your parents or guardians",
  text: "The college asks for two people who know you and whom it can reach.",
  button: ref === 1 ? "Add one more" : "Add parents or guardians",
  to: "/app/parents?add=1",
});

const fillBio: NextStep = {
  title: "Fill in your bio data",
  text: "Your personal details, as they should stand on your papers.",
  button: "Fill in bio data",
  to: "/app/bio",
};

const addSitting: NextStep = {
  title: "Add your O-Level sitting",
  text: "The examination you sat, with its year and number. You may use one or two sittings.",
  button: "Add a sitting",
  to: "/app/olevel?add=1",
};

const addResults = (missing: number): NextStep => ({
  title: missing === 1 ? "Add one more O-Level result" : `Add ${missing} more O-Level results`,
  text: "One for each subject, with the grade on your statement of result.",
  button: "Add results",
  to: "/app/olevelresult?add=1",
});

const uploadPhoto: NextStep = {
  title: "Upload your passport photo",
  text: "It is printed on your application slip.",
  button: "Upload photo",
  to: "/app/photo",
};

const payFee = ({ unpaid }: Dashboard): NextStep =>
  unpaid > 0
    ? {
        title: "Pay your application fee",
        text: "Your payment reference is ready. Pay it online or at a bank, then verify the payment.",
        button: "Go to my reference",
        to: "/app/pay",
      }
    : {
        title: "Get your payment reference",
        text: "Choose a programme to see its application fee, then pay online or at a bank.",
        button: "Choose a programme",
        to: "/app/pay?add=1",
      };

const apply: NextStep = {
  title: "Submit your application",
  text: "Your payment is verified. Choose your mode of entry, upload the documents and check your answers.",
  button: "Continue application",
  to: "/app/start?continue",
};

const applyAgain: NextStep = {
  title: "You have a payment that is not used yet",
  text: "It is verified and waits for its application.",
  button: "Continue application",
  to: "/app/start?continue",
};

const followUp: NextStep = {
  title: "Your application is with the admissions office",
  text: "There is nothing to do now. The decision will be shown here and sent to you by email.",
  button: "See my application",
  to: "/app/admission",
};

const acceptOffer = (offers: number, due: string): NextStep => ({
  title: offers === 1 ? "You have an offer of admission" : `You have ${offers} offers of admission`,
  text: `Accept ${offers === 1 ? "it" : "one of them"} by ${asDay(due)}: its acceptance fee must be paid by then.`,
  button: "Accept my admission",
  to: "/app/accept",
});

const sendAgain = (asked: number): NextStep => ({
  title: asked === 1 ? "The office asks you for a document" : `The office asks you for ${asked} documents`,
  text: "You can read why and send it from here. Your application stays as you sent it.",
  button: asked === 1 ? "Send the document" : "Send the documents",
  to: "/app/admission",
});

const lapsed: NextStep = {
  title: "The last day to accept your offer is over",
  text: "If you paid by that day, verify the payment. Else ask the admissions office whether a place is still open.",
  button: "See my offer",
  to: "/app/accept",
};

const decided: NextStep = {
  title: "An application of yours has ended",
  text: "Read why, and what you can do now.",
  button: "See why",
  to: "/app/admission",
};

const beCleared: NextStep = {
  title: "Your admission is accepted",
  text: "Print your letters, and see what to bring to which office before you become a student.",
  button: "See what to bring",
  to: "/app/clearance",
};

const enterStudentArea: NextStep = {
  title: "You are a student",
  text: "Your bill, your notices and your papers are in the student's area.",
  button: "Open the student's area",
  to: "/student",
};

const closed: NextStep = {
  title: "Applications are not open at the moment",
  text: "You can complete your profile now, and apply when the college opens the next session.",
  button: "Go to my applications",
  to: "/app/start",
};
