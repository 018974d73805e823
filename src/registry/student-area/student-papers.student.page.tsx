import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { ToApplicantArea } from "../student-sign-in/student-sign-in.part.page.tsx";
import { readStudentPapers } from "./student-area.contract.ts";

/** `/student/papers`. */
export function StudentPapersPage() {
  const papers = useRead(readStudentPapers);
  return (
    <>
      <PageHeading title="My papers" subtitle="Letters and receipts, to look at, to save or to print" />
      <Read from={papers} waiting={<CardBones />}>
        {({ held, letters, receipts }) =>
          letters.length + receipts.length === 0 && held === null ? (
            <EmptyState
              title="No papers yet"
              text="Your letters stand here if you were admitted through this portal, and a receipt for whatever you pay."
            />
          ) : (
            <div className="grid items-start gap-6 md:grid-cols-2">
              <div className="grid gap-4">
                {held && <HeldLetters held={held} />}
                <Letters list={letters} />
              </div>
              <Receipts list={receipts} />
            </div>
          )
        }
      </Read>
    </>
  );
}

type Papers = Replied<typeof readStudentPapers>;

const row = "flex items-center justify-between gap-x-4 border-line border-b py-2 last:border-b-0";
const open = "link min-h-11 cursor-pointer px-1";

const HeldLetters = ({ held: { reason, office } }: { held: NonNullable<Papers["held"]> }) => (
  <Alert look="warn" title="A hold stands on your record: no letters, and no papers from the office">
    <p className="whitespace-pre-line">{reason}</p>
    <p>Where to go: {office}. Your receipts stay open to you, and the slip of your application.</p>
  </Alert>
);

function Letters({ list }: { list: Papers["letters"] }) {
  if (list.length === 0) return null;
  return (
    <Card title="Letters">
      <ul className="grid">
        {list.map(({ title, link }) => (
          <li key={link} className={row}>
            {title}
            <ToApplicantArea to={link} className={open} label={`Open ${title}`}>
              Open
            </ToApplicantArea>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Receipts({ list }: { list: Papers["receipts"] }) {
  return (
    <Card title="Receipts">
      {list.length === 0 && <p className="text-soft">For whatever you pay there will be a receipt here.</p>}
      <ul className="grid">
        {list.map(({ _id, description, amount, RRR, verifiedAt, link }) => (
          <li key={_id} className={row}>
            <div className="min-w-0">
              <p>
                {description}, <span className="figures whitespace-nowrap font-semibold">{asNaira(amount)}</span>
              </p>
              <p className="figures text-small text-soft">
                {verifiedAt && `Verified on ${asDay(verifiedAt)}. `}
                {RRR && <span className="whitespace-nowrap">RRR {RRR}</span>}
              </p>
            </div>
            {link.startsWith("/student/") ? (
              <Link to={link} className={open} aria-label={`Open the receipt of ${description}`}>
                Open
              </Link>
            ) : (
              <ToApplicantArea to={link} className={open} label={`Open the receipt of ${description}`}>
                Open
              </ToApplicantArea>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
