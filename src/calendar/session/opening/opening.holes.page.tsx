import { CircleCheck } from "lucide-react";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { listHoles, type SessionHole } from "../session.opening.contract.ts";

/** What a session still lacks, by kind, each with the way to where it is put right. */
export function SessionHoles({ session }: { session: string }) {
  const read = useRead(listHoles, { id: session });
  return (
    <section aria-labelledby="check-list" className="card px-5 py-4">
      <h2 id="check-list" className="text-large">
        Check-list before admission
      </h2>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {(holes) =>
          holes.length === 0 ? (
            <p className="mt-2 flex items-center gap-2">
              <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
              Nothing is missing: fees, tuition, rules, seats, papers and days are there for every programme that
              admits.
            </p>
          ) : (
            <Kinds holes={holes} />
          )
        }
      </Read>
    </section>
  );
}

/** More than these of one kind stay folded until somebody wants them. */
const FEW = 4;

function Kinds({ holes }: { holes: readonly SessionHole[] }) {
  const whole = holes.filter(({ programme }) => programme === null);
  const kinds = [
    ...Map.groupBy(
      holes.filter(({ programme }) => programme !== null),
      ({ about }) => about,
    ),
  ];
  return (
    <>
      <p className="mt-1 text-soft">
        {asCount(holes.length, "point is", "points are")} open. Each leads to where it is closed.
      </p>
      {whole.length > 0 && (
        <div className="mt-3">
          <h3 className="font-sans font-semibold">The whole college</h3>
          <Points holes={whole} />
        </div>
      )}
      {kinds.map(([about, found]) => (
        <details key={about} className="mt-3 border-line border-t pt-3" open={found.length <= FEW}>
          <summary className="min-h-6 cursor-pointer font-semibold">
            {about} <span className="figures font-normal text-soft">({found.length})</span>
          </summary>
          <Points holes={found} />
        </details>
      ))}
    </>
  );
}

function Points({ holes }: { holes: readonly SessionHole[] }) {
  return (
    <ul className="mt-1">
      {holes.map(({ about, sentence, link }) => (
        <li key={`${about} ${sentence}`}>
          <Link to={link} className="link inline-flex min-h-(--row) items-center py-1">
            {sentence}
          </Link>
        </li>
      ))}
    </ul>
  );
}
