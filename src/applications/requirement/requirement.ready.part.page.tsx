import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { readPhoto } from "#profile/upload/upload.photo.contract.ts";
import { listRequirements } from "./requirement.contract.ts";

interface ReadyParts {
  readonly programme: string;
  /** What is pressed below it. It comes once this does not grow any more: nothing moves from under a finger. */
  readonly children?: ReactNode;
}

/** What an application to a programme will ask for in pictures, and what of it is there. It stops nobody. */
export function HaveReady({ programme, children }: ReadyParts) {
  const requirements = useRead(listRequirements, { programmeId: programme });
  const photo = useRead(readPhoto);
  const hasPhoto = photo.data ? "link" in photo.data : null;
  return (
    <>
      <section aria-label="Have these ready" className="rounded-control border border-line px-4 py-3">
        <p className="font-semibold">Have these ready</p>
        <p className="text-small text-soft">Photos, scans or PDFs: you upload them when you apply.</p>
        <Read from={requirements} waiting={<div className="bone mt-2 h-20" />}>
          {({ list }) => (
            <ul className="mt-2 grid gap-1.5">
              {list.map(({ _id, label, required, upload }) => (
                <Line key={_id} isHere={upload}>
                  {label} {!required && <span className="text-soft">(optional)</span>}
                </Line>
              ))}
              {hasPhoto !== null && (
                <Line isHere={hasPhoto}>
                  Passport photograph{" "}
                  {!hasPhoto && (
                    <Link to="/app/photo" className="link">
                      Upload it
                    </Link>
                  )}
                </Line>
              )}
            </ul>
          )}
        </Read>
      </section>
      {!requirements.isPending && !photo.isPending && children}
    </>
  );
}

function Line({ isHere, children }: { isHere: boolean; children: ReactNode }) {
  const Icon = isHere ? CircleCheck : Circle;
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden className={`mt-1 size-4.5 shrink-0 ${isHere ? "text-good" : "text-soft"}`} />
      <span>
        {children}
        {isHere && <span className="text-good"> uploaded</span>}
      </span>
    </li>
  );
}
