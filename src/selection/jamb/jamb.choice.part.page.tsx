import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { readJambChoice } from "./jamb.choice.contract.ts";

/** JAMB's "change of course first", told at once. It stops nobody, and nothing waits for it. */
export function JambChoiceAlert({ programme }: { programme: string }) {
  const { data } = useRead(readJambChoice, { programmeId: programme });
  if (!data?.sentence) return null;
  return (
    <Alert look="warn" title="JAMB has another choice">
      <p className="mb-2">{data.sentence}.</p>
      <Link to="/app/jamb" className="link">
        Your steps with JAMB
      </Link>
    </Alert>
  );
}
