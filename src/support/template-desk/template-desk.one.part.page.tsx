import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import {
  approveWording,
  declineWording,
  readTemplate,
  type ShownVersion,
  type WholeTemplate,
  withdrawWording,
} from "./template-desk.contract.ts";
import { Editor } from "./template-desk.editor.part.page.tsx";
import type { PaperSheets } from "./template-desk.print.part.page.tsx";
import { linesApart } from "./template-desk.rules.ts";

// It draws papers, which the words of mails do without.
const TestPrint = opened(() => import("./template-desk.print.part.page.tsx").then((part) => part.TestPrint));

/** One template: the words that go out now, new ones, and every version. */
export function TemplateScreen({ of: key, sheets }: { of: string; sheets: PaperSheets }) {
  const read = useRead(readTemplate, { key });
  const mayChange = useRight("templates.change");
  return (
    <Read from={read} waiting={<div className="bone late h-96" />}>
      {(whole) => (
        <>
          <div className="no-print">
            <ConsoleHeading title={whole.name} />
            <p className="mb-4 max-w-prose text-soft">
              {whole.when}.{" "}
              <Link to="/staff/templates" className="link">
                All letters and mails
              </Link>
            </p>
            {whole.state === "unsuited" && (
              <Alert look="warn" title="The college's words no longer suit this letter">
                The portal has changed since they were written. The words as shipped go out until others are approved.
              </Alert>
            )}
          </div>
          <div className="grid max-w-300 grid-cols-[minmax(0,1fr)] gap-6 print:block print:max-w-none">
            <Waiting of={whole} sheets={sheets} />
            {whole.waiting === null && mayChange ? (
              <Editor of={whole} sheets={sheets} />
            ) : (
              <section aria-label="Words that go out now" className="no-print card max-w-200 px-5 py-4">
                <h2 className="text-large">Words that go out now</h2>
                <Words of={whole} words={whole.now} />
              </section>
            )}
            <History of={whole} />
          </div>
        </>
      )}
    </Read>
  );
}

const Words = ({ of: { parts }, words }: { of: WholeTemplate; words: Readonly<Record<string, string>> }) => (
  <dl className="mt-2 grid gap-3">
    {parts.map(({ name, label }) => (
      <div key={name}>
        <dt className="text-small text-soft">{label}</dt>
        <dd className="whitespace-pre-line break-words">{words[name]}</dd>
      </div>
    ))}
  </dl>
);

/** What waits for a second person, against what goes out now. */
function Waiting({ of, sheets }: { of: WholeTemplate; sheets: PaperSheets }) {
  const { me } = useGiven();
  const version = of.versions.find(({ state }) => state === "Proposed");
  if (!version) return null;
  const params = { id: version._id };
  const deeds: ProposalDeed[] = [
    {
      word: "Approve",
      right: "templates.approve",
      by: "another",
      isMain: true,
      title: `Approve version ${version.number}?`,
      follows: <p>From now on “{of.name}” goes out in these words.</p>,
      send: (attempt) => call(approveWording, { params, attempt }),
    },
    {
      word: "Decline",
      right: "templates.approve",
      by: "another",
      draft: `wording:${version._id}`,
      title: `Decline version ${version.number}?`,
      follows: <p>What goes out stays as it is.</p>,
      send: (body, attempt) => call(declineWording, { params, body, attempt }),
    },
    {
      word: "Take back",
      right: "templates.change",
      by: "proposer",
      title: `Take version ${version.number} back?`,
      follows: <p>What goes out stays as it is.</p>,
      send: (attempt) => call(withdrawWording, { params, attempt }),
    },
  ];
  const words = version.words ?? shippedOf(of);
  return (
    <>
      <section aria-label="Waits for approval" className="no-print card max-w-200 px-5 py-4">
        <h2 className="text-large">Version {version.number} waits for a second person</h2>
        <p className="mt-1 text-soft">
          {version.proposedby.name}, {asMinute(version.createdAt)}: {version.note}
        </p>
        {version.words === null && <p className="mt-2">To go back to the words as shipped.</p>}
        <Differences of={of} before={of.now} after={words} />
        <div className="mt-4 flex flex-wrap gap-2">
          <ProposalDeeds deeds={deeds} isOwn={version.proposedby._id === me._id} />
        </div>
      </section>
      {of.kind === "paper" && <TestPrint of={of} words={words} sheets={sheets} />}
    </>
  );
}

const shippedOf = ({ parts }: WholeTemplate): Readonly<Record<string, string>> =>
  Object.fromEntries(parts.map(({ name, shipped }) => [name, shipped]));

interface Compared {
  readonly of: WholeTemplate;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

/** Two wordings, line by line; what is gone and what is new is said in words too. */
function Differences({ of: { parts }, before, after }: Compared) {
  return (
    <dl className="mt-3 grid gap-3">
      {parts.map(({ name, label }) => (
        <div key={name}>
          <dt className="text-small text-soft">{label}</dt>
          <dd className="mt-1 grid border-line border-l-4 pl-3">
            {linesApart(before[name] ?? "", after[name] ?? "").map(({ change, line, at }) =>
              change === "same" ? (
                <span key={at} className="min-h-5 break-words text-soft">
                  {line}
                </span>
              ) : change === "gone" ? (
                <del key={at} className="min-h-5 break-words text-bad">
                  <span className="sr-only">Gone: </span>
                  {line}
                </del>
              ) : (
                <ins key={at} className="min-h-5 break-words font-semibold text-good">
                  <span className="sr-only">New: </span>
                  {line}
                </ins>
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const looks = { "In force": "good", Proposed: "warn", Replaced: "plain", Declined: "bad", Withdrawn: "plain" } as const;

function History({ of }: { of: WholeTemplate }) {
  if (of.versions.length === 0)
    return <p className="no-print text-soft">There is no version of the college yet: the words are as shipped.</p>;
  return (
    <section aria-label="Versions" className="no-print max-w-200">
      <h2 className="mb-2 text-large">Versions</h2>
      <ul className="card divide-y divide-line">
        {of.versions.map((version) => (
          <li key={version._id} className="px-4 py-3">
            <Version of={of} version={version} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Version({ of, version }: { of: WholeTemplate; version: ShownVersion }) {
  const { number, words, note, state, proposedby, decidedby, decidedAt, decision, createdAt } = version;
  const before = of.versions.find((one) => one.number < number && one.words !== null)?.words ?? shippedOf(of);
  return (
    <details>
      <summary className="cursor-pointer">
        <span className="font-semibold">Version {number}</span> <WordBadge look={looks[state]} word={state} />{" "}
        <span className="text-soft">
          {note}. {proposedby.name}, {asMinute(createdAt)}
          {decidedby && decidedAt ? `; ${decidedby}, ${asMinute(decidedAt)}` : ""}
          {decision ? `: ${decision}` : ""}
        </span>
      </summary>
      {words === null ? (
        <p className="mt-2">Back to the words as shipped.</p>
      ) : (
        <Differences of={of} before={before} after={words} />
      )}
    </details>
  );
}
