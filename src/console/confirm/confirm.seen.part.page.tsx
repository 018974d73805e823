import { useState } from "react";
import { newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";

interface SeenParts {
  readonly submit: string;
  readonly idle?: boolean;
  /** The list that has what comes of it. */
  readonly of: { readonly link: string };
  send(attempt: string): Promise<{ readonly _id: string }>;
}

/** The button below what was looked at: sends it once and goes to the page of what came of it. A refusal stays in view. */
export function SendSeen({ submit, idle = false, of, send }: SeenParts) {
  const [attempt] = useState(newAttempt);
  const { busy, refused, run } = useDeed();
  const reread = useReread();
  const navigate = useNavigate();
  const press = () =>
    run(async () => {
      const { _id } = await send(attempt);
      await reread();
      navigate(`${of.link}/${_id}`);
    });
  return (
    <>
      {refused && <Alert look="bad">{refused}</Alert>}
      <div>
        <button type="button" className="button" disabled={busy || idle} onClick={() => void press()}>
          {busy ? "Please wait..." : submit}
        </button>
      </div>
    </>
  );
}
