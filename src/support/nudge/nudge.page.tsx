import { useState } from "react";
import { CallFailure, callUnsigned, newAttempt } from "#kit/call/call.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { stopOwnNudges } from "./nudge.contract.ts";

/** `/no-reminders/:token`: by the link of a reminder, without signing in. A press, because mail programs open links by themselves. */
export function NoRemindersPage() {
  const { token = "" } = useParams();
  const [attempt] = useState(newAttempt);
  const [stands, setStands] = useState<"asked" | "busy" | "stopped" | "unknown" | "failed">("asked");
  const stop = async () => {
    setStands("busy");
    try {
      await callUnsigned(stopOwnNudges, { params: { token }, body: {}, attempt });
      setStands("stopped");
    } catch (failure) {
      setStands(failure instanceof CallFailure && failure.status === 404 ? "unknown" : "failed");
    }
  };
  return (
    <>
      <PageHeading title="Reminders" />
      {stands === "stopped" ? (
        <Alert look="good" title="You get no reminders any more">
          What the college must tell you about your account, payments and application still comes.
        </Alert>
      ) : stands === "unknown" ? (
        <Alert look="warn" title="This link is not whole">
          Open it from the mail again, or copy all of it.
        </Alert>
      ) : (
        <div className="grid max-w-prose gap-4">
          <p>
            The college reminds you when something is missing from your application. Press the button if you want no
            reminders. Codes, receipts, offers and decisions still come.
          </p>
          {stands === "failed" && (
            <Alert look="warn" title="That did not arrive">
              Look at your connection, and press again.
            </Alert>
          )}
          <button
            type="button"
            className="button justify-self-start"
            disabled={stands === "busy"}
            onClick={() => void stop()}
          >
            {stands === "busy" ? "Please wait..." : "Send me no reminders"}
          </button>
        </div>
      )}
    </>
  );
}
