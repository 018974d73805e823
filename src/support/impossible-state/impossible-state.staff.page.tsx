import type { PageKey } from "#access/permission/permission.pages.rules.ts";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asAgo, asMinute } from "#kit/value/dates.rules.ts";
import { type ImpossibleCheck, impossibleStates, lookNow, readChecks } from "./impossible-state.contract.ts";

/** Everything that is looked for, what is broken first. */
function CheckList({ of }: { of: readonly ImpossibleCheck[] }) {
  const ordered = [...of].sort((one, other) => weight(other) - weight(one));
  return (
    <details className="card mt-6">
      <summary className="cursor-pointer px-4 py-3">
        <h2 className="ml-1 inline text-large">
          What is looked for <span className="figures font-normal text-soft">{of.length}</span>
        </h2>
      </summary>
      <ul className="divide-y divide-line border-line border-t">
        {ordered.map((check) => (
          <li
            key={check.name}
            className="grid gap-x-6 gap-y-0.5 px-4 py-2 sm:grid-cols-[1fr_auto_5rem] sm:items-center"
          >
            <span>
              {check.sentence}
              {check.trouble && <span className="block text-bad text-small">{check.trouble}</span>}
            </span>
            <Outcome of={check} />
            <span className="figures text-small text-soft sm:text-right">
              {check.took !== null && `${asFigure(check.took)} ms`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const weight = ({ found, trouble }: ImpossibleCheck): number => (trouble !== null ? 1 : (found ?? 0) * 2);

function Outcome({ of: { lookedAt, found } }: { of: ImpossibleCheck }) {
  if (lookedAt === null) return <WordBadge look="plain" word="Not looked at yet" />;
  if (found === null) return <WordBadge look="info" word="No answer" />;
  return found === 0 ? (
    <WordBadge look="good" word="Holds" />
  ) : (
    <WordBadge look="bad" word={`Broken ${asCount(found, "time")}`} />
  );
}

/** When was looked last, and in a sentence what came of it. */
function LastLook({ of }: { of: readonly ImpossibleCheck[] }) {
  const looked = of.flatMap(({ lookedAt }) => lookedAt ?? []).sort();
  const [first] = looked;
  const last = looked.at(-1);
  const broken = of.filter(({ found }) => found !== null && found > 0).length;
  const unanswered = of.filter(({ trouble }) => trouble !== null).length;
  if (!first || !last)
    return (
      <p className="mb-3 text-soft">Nobody has looked yet. The portal looks every hour, at 13 minutes to the hour.</p>
    );
  const when = `Looked ${asAgo(last)}, ${asMinute(last)}.`;
  if (broken === 0 && unanswered === 0)
    return (
      <div className="mb-3">
        <Alert look="good">
          {`All ${looked.length} rules hold. `}
          {when}
        </Alert>
      </div>
    );
  return (
    <div className="mb-3">
      <Alert look="bad">
        {broken > 0 && `${broken} of ${looked.length} rules ${broken === 1 ? "does" : "do"} not hold. `}
        {unanswered > 0 && `${unanswered} could not be looked at. `}
        {when}
      </Alert>
    </div>
  );
}

const pages: Readonly<Record<string, readonly [page: PageKey, link: string]>> = {
  applicant: ["help-desk", "/staff/help-desk"],
  application: ["applications", "/staff/applications"],
  review: ["applications", "/staff/applications"],
  payment: ["payments", "/staff/payments"],
  outgoing_mail: ["mails", "/staff/mails"],
  user_group: ["user-groups", "/staff/user-groups"],
};

/** The screen of what a subject names, `application:0190…`, and the right that opens it. */
function recordOf(subject: string): { readonly page: PageKey; readonly link: string } | undefined {
  const [noun = "", id = ""] = subject.split(":");
  const known = pages[noun];
  return known && /^[0-9a-f-]{36}$/.test(id) ? { page: known[0], link: `${known[1]}/${id}` } : undefined;
}

/** `/staff/impossible-states`: what must never be and is, and everything that is looked for. */
export function ImpossibleStatesPage() {
  const { pathname } = useLocation();
  if (matched(`${impossibleStates.link}/:id`, pathname))
    return <ListingScreens of={impossibleStates}>{(row) => <About subject={String(row.subject)} />}</ListingScreens>;
  return <Overview />;
}

const newestFirst = { ...impossibleStates, usual: "-createdAt" };

function Overview() {
  const checks = useRead(readChecks);
  return (
    <>
      <RecordList of={newestFirst} beside={<LookNow />} addAt={null}>
        <Read from={checks} waiting={<div aria-hidden className="bone late mb-3 h-12" />}>
          {(list) => <LastLook of={list} />}
        </Read>
      </RecordList>
      <Read from={checks} waiting={<div aria-hidden className="bone late mt-5 h-64" />}>
        {(list) => <CheckList of={list} />}
      </Read>
    </>
  );
}

function LookNow() {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  if (!useRight("impossible-states.change")) return null;
  return (
    <>
      <button type="button" className="button" onClick={show}>
        Look now
      </button>
      {shown && (
        <Confirm
          title="Look for impossible states now?"
          submit="Look now"
          send={(attempt) => call(lookNow, { attempt })}
          onHide={hide}
          onDone={reread}
        >
          <p>The portal looks every hour by itself. It reads every table, changes nothing, and takes a few seconds.</p>
        </Confirm>
      )}
    </>
  );
}

/** Where the broken record is, and what was done to it. */
function About({ subject }: { subject: string }) {
  const record = recordOf(subject);
  const mayAudit = useRight("audit");
  const mayOpen = useRight(record?.page ?? "");
  return (
    <section aria-label="What to do" className="card grid gap-2 px-5 py-4">
      <p>
        This should be impossible, so something went wrong that no rule of the portal allows. Look at the record and its
        history, and tell whoever runs the portal. It leaves this list by itself once the rule holds again.
      </p>
      <p className="flex flex-wrap gap-x-5">
        {record && mayOpen && (
          <Link to={record.link} className="link py-1">
            Open the record
          </Link>
        )}
        {mayAudit && (
          <Link to={`/staff/audit?subject=${encodeURIComponent(subject)}`} className="link py-1">
            What was done to it
          </Link>
        )}
      </p>
    </section>
  );
}
