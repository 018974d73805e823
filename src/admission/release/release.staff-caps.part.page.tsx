import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { unapprovedDetail, unapprovedTitle } from "./release.caps.contract.ts";
import { releaseLines } from "./release.line.contract.ts";
import type { ReleaseWhole } from "./release.whole.contract.ts";

/** Which offers of a list CAPS has not approved, and what becomes of them; nothing where it has approved all. */
export function Unapproved({ of }: { of: ReleaseWhole }) {
  const { _id, state, caps } = of;
  const title = unapprovedTitle(caps);
  if (!title || state === "Withdrawn" || state === "Recalled") return null;
  return (
    <Alert look="warn" title={title}>
      <p>
        {unapprovedDetail(caps)}. {whatFollows(of)}
      </p>
      <p className="mt-1">
        <Link to={`${releaseLines.link}?approved=false&release=${_id}`} className="link">
          See who
        </Link>
      </p>
    </Alert>
  );
}

/** What happens to the offers of a list that CAPS does not approve. */
export function whatFollows({ state, caps: { held } }: Pick<ReleaseWhole, "state" | "caps">): string {
  if (state === "Released" || state === "Releasing")
    return "Settle them with JAMB before they pay: nobody matriculates without the approval.";
  return held
    ? "They are held back at their minute, unless a newer return approves them before."
    : "They go out all the same, unless somebody takes them off or holds them back. JAMB allows no name to be published before CAPS approves it.";
}
