import { useRead } from "#kit/call/read.web.tsx";
import { asEnd } from "../session/session.rules.ts";
import { askFrontDesk } from "./front-desk.contract.ts";

const NO_DATE = "The college has not published the day of its decision yet. When it does, you read it here";

/** What happens after an application is submitted: what the college does, by when, and where one hears of it. */
export function AfterApplying() {
  const { data } = useRead(askFrontDesk);
  const admission = data?.admission;
  return (
    <section aria-label="What happens next" className="rounded-card border border-line bg-surface p-4">
      <h3 className="font-semibold">What happens next</h3>
      <ol className="mt-2 grid list-decimal gap-2 pl-5">
        <li>The college checks your results and documents. If something is missing, it asks you here and by email.</li>
        {admission?.state === "open" && <li>It takes applications until {asEnd(admission.session?.closes ?? "")}.</li>}
        {admission && <li className="whitespace-pre-line">{admission.after || `${NO_DATE}.`}</li>}
        <li>The decision stands under My Admission Letters, and we send it to your email address.</li>
        <li>Keep your slip: bring it to the screening, with the originals of your documents.</li>
      </ol>
    </section>
  );
}
