import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import {
  allowRegistration,
  approveRegistrations,
  dropWithdrawn,
  readChecked,
  readNextToMend,
  returnRegistrations,
} from "./inbox.contract.ts";
import { type Mending, stateLooks, usualReturns } from "./inbox.rules.ts";

type One = Replied<typeof readChecked>;

/** One registration with its courses, what was found in it, and the deed that mends it. */
export function Checked({ id }: { id: string }) {
  const decides = useRight("registrations.change");
  const read = useRead(readChecked, { id });
  return (
    <Read from={read} waiting={<div className="bone late h-40" />}>
      {(one) => (
        <div className="grid max-w-3xl gap-4">
          <Findings of={one} />
          {decides && one.registration.state !== "Waiting" && <NextToMend after={id} />}
          <Courses of={one} />
        </div>
      )}
    </Read>
  );
}

/** Once it is decided, what waits behind it: a head goes from one to the next without the list. */
function NextToMend({ after }: { after: string }) {
  const read = useRead(readNextToMend, { id: after });
  const next = read.data?.next;
  if (!next) return null;
  return (
    <p>
      <Link to={`/staff/registrations/${next._id}`} className="button button-quiet">
        Next to be mended: {next.called}
      </Link>
    </p>
  );
}

function Findings({ of }: { of: One }) {
  const decides = useRight("registrations.change");
  const mending = useMending(of.mending);
  const { found, registration, student } = of;
  const { state, note, registeredby } = registration;
  const waits = state === "Waiting";
  return (
    <section aria-label="What was found" className="card px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <WordBadge look={stateLooks[state]} word={state} />
        {registration.lines.some(({ approvedAt }) => approvedAt) && (
          <Link to={`/staff/registrations/${registration._id}/form`} className="button button-quiet">
            Course form
          </Link>
        )}
      </div>
      {found.length === 0 ? (
        waits && <p className="mt-2">Nothing stands in the way.</p>
      ) : (
        <ul className="mt-2 grid gap-1">
          {found.map(({ code, sentence }) => (
            <li key={code} className="text-bad">
              {sentence}.
            </li>
          ))}
        </ul>
      )}
      {note && (
        <p className="mt-2">
          <span className="text-soft">
            {registeredby ? `${registeredby} sent it, and says: ` : "The student says: "}
          </span>
          {note}
        </p>
      )}
      {decides && (waits || mending === "drop" || mending === "keep") && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Mend mending={mending} of={of} />
          {waits && mending !== "return" && <Return of={of} look="button button-quiet" />}
          {(waits || mending === "keep") && (
            <Link to={`/staff/registrations/for/${student}`} className="button button-quiet">
              Change its courses
            </Link>
          )}
          <Link to={`/staff/students/${student}`} className="button button-quiet">
            Open the student
          </Link>
        </div>
      )}
    </section>
  );
}

/** The deed that mends what is worst; where another office does it, and one may not, it goes back with the reason. */
function useMending(mending: Mending | null): Mending | null {
  const rights = {
    hold: useRight("holds"),
    bill: useRight("tuition-accounts"),
    permit: useRight("registration-permits.change"),
  };
  return mending !== null && mending in rights && !rights[mending as keyof typeof rights] ? "return" : mending;
}

function Mend({ mending, of }: { mending: Mending | null; of: One }) {
  if (mending === "permit")
    return (
      <Link to={`/staff/registration-permits/new?student=${of.student}&allows=Units`} className="button">
        Give a permit
      </Link>
    );
  if (mending === "hold")
    return (
      <Link to={`/staff/holds?student=${of.student}&lifted=false`} className="button">
        See the hold
      </Link>
    );
  if (mending === "bill")
    return (
      <Link to={`/staff/tuition-accounts/${of.student}`} className="button">
        See the bill
      </Link>
    );
  if (mending === "return") return <Return of={of} look="button" />;
  return <Decide mending={mending} of={of} />;
}

const decisions = {
  allow: {
    word: "Allow",
    says: "The registration is approved as it stands, although this was found. The student gets a mail.",
  },
  drop: {
    word: "Drop it and tell",
    says: "What is withdrawn leaves the registration. The student gets a mail that says what to do.",
  },
  keep: {
    word: "Leave it registered",
    says: "The course stays although what it asks for was failed since. Nobody is written to, and you are asked about it no more.",
  },
  approve: { word: "Approve", says: "The courses count from now on, and the student gets a mail." },
} as const;

function Decide({ mending, of: { registration, found } }: { mending: "allow" | "drop" | "keep" | null; of: One }) {
  const reread = useReread();
  const [shown, setShown] = useState(false);
  const { _id, version } = registration;
  const deed = mending ?? "approve";
  const { word, says } = decisions[deed];
  const send = (attempt: string): Promise<{ readonly message: string }> => {
    if (deed === "approve") return call(approveRegistrations, { body: { rows: [{ _id, version }] }, attempt });
    const asked = { params: { id: _id }, body: { version }, attempt };
    return deed === "drop" ? call(dropWithdrawn, asked) : call(allowRegistration, asked);
  };
  return (
    <>
      <button type="button" className="button" onClick={() => setShown(true)}>
        {word}
      </button>
      {shown && (
        <Confirm title={`${word}?`} submit={word} send={send} onHide={() => setShown(false)} onDone={reread}>
          {(deed === "allow" || deed === "keep") && (
            <ul className="mb-2 grid gap-1 font-semibold">
              {found.map(({ code, sentence }) => (
                <li key={code}>{sentence}.</li>
              ))}
            </ul>
          )}
          <p>{says}</p>
        </Confirm>
      )}
    </>
  );
}

function Return({ of: { registration }, look }: { of: One; look: string }) {
  const reread = useReread();
  const { _id, version } = registration;
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" className={look} onClick={() => setShown(true)}>
        Return
      </button>
      {shown && (
        <ReasonDialog
          title="Return this registration?"
          submit="Return it"
          draft={`registration-return:${_id}`}
          usual={usualReturns}
          send={({ reason }, attempt) =>
            call(returnRegistrations, { body: { reason, rows: [{ _id, version }] }, attempt })
          }
          onHide={() => setShown(false)}
          onDone={reread}
        >
          <p>The student gets a mail with your words, mends the registration and sends it again.</p>
        </ReasonDialog>
      )}
    </>
  );
}

const Courses = ({ of: { registration, withdrawn } }: { of: One }) => (
  <section aria-label="Courses" className="card px-5 py-4">
    <h2 className="text-large">
      {asCount(registration.lines.length, "course")}, {asCount(registration.units, "unit")}
    </h2>
    <ul className="mt-1">
      {registration.lines.map(({ course, code, name, credit, kind }) => (
        <li key={course} className="flex justify-between gap-3 border-line border-b py-2 last:border-b-0">
          <span>
            <strong className="figures">{code}</strong> {name}
            {kind !== "Programme" && <span className="block text-small text-soft">{kind}</span>}
            {withdrawn.includes(code) && <span className="block text-bad text-small">Withdrawn</span>}
          </span>
          <span className="figures shrink-0">{asCount(credit, "unit")}</span>
        </li>
      ))}
    </ul>
  </section>
);
