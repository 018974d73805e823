import { useEffect, useState } from "react";
import { askFrontDesk } from "#calendar/front-desk/front-desk.contract.ts";
import { callUnsigned } from "#kit/call/call.web.ts";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";

/** Below the sign-in: until when one may apply, what it costs, and where a newcomer begins. It moves nothing when it comes. */
export function FrontPanel() {
  const [desk, setDesk] = useState<Replied<typeof askFrontDesk>>();
  useEffect(() => {
    callUnsigned(askFrontDesk).then(setDesk, () => undefined); // Without a connection the page does without.
  }, []);
  if (!desk) return null;
  const { state, session, message, fees } = desk.admission;
  const title = session && state === "open" ? `Apply for ${session.name}` : "Applications";
  return (
    <section aria-label={title} className="card mt-8 border-l-4 border-l-brand p-5">
      <h2 className="text-large">{title}</h2>
      <p className="mt-1">
        {message}.{state === "open" && fees && ` Applying costs from ${asNaira(fees.least)}.`}
      </p>
      <p className="mt-4 flex flex-col gap-3 sm:flex-row">
        <Link to="/admissions" className="button">
          Start now
        </Link>
        <Link to="/genuine" className="link inline-flex min-h-11 items-center justify-center">
          Check whether a paper is genuine
        </Link>
      </p>
    </section>
  );
}
