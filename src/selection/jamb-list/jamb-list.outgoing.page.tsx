import { Download } from "lucide-react";
import type { AnyListing } from "#console/listing/listing.contract.ts";
import { Link } from "#kit/page/router.web.tsx";
import { capsProposals } from "../caps-proposal/caps-proposal.contract.ts";
import { matriculationList } from "../matriculation-list/matriculation-list.contract.ts";
import type { Desk } from "./jamb-list.contract.ts";

/** The two files that go out. */
export function Outgoing({ desk, session }: { desk: Desk; session: string }) {
  return (
    <section aria-labelledby="outgoing">
      <h2 id="outgoing" className="mb-2 text-large">
        What goes out
      </h2>
      <ul className="grid gap-3 lg:grid-cols-2">
        <File
          of={capsProposals}
          title="Proposals"
          count={desk.proposals}
          session={session}
          text="Whom the college proposes: recommended, offered and accepted, by JAMB number, with scores, aggregate and quota. To compare with CAPS; what you upload there is the file of the frozen merit list."
        />
        <File
          of={matriculationList}
          title="Matriculation list"
          count={desk.accepted}
          session={session}
          text="Who has accepted a place and paid for it, with level and mode of entry."
        />
      </ul>
    </section>
  );
}

interface FileParts {
  readonly of: AnyListing;
  readonly title: string;
  readonly count: number;
  readonly session: string;
  readonly text: string;
}

function File({ of, title, count, session, text }: FileParts) {
  return (
    <li className="card flex flex-col gap-2 px-4 py-3">
      <h3 className="flex items-baseline justify-between gap-3 text-base">
        {title}
        <span className="figures text-title">{count.toLocaleString("en-NG")}</span>
      </h3>
      <p className="grow text-small text-soft">{text}</p>
      {count > 0 && (
        <p className="flex flex-wrap items-center gap-3">
          <a href={`/api${of.calls.export.path}?session=${session}&sort=jamb`} download className="button button-quiet">
            <Download aria-hidden className="size-4" />
            Export CSV<span className="sr-only"> {title}</span>
          </a>
          <Link to={`${of.link}?session=${session}`} className="link py-1.5">
            Look at the list
          </Link>
        </p>
      )}
    </li>
  );
}
