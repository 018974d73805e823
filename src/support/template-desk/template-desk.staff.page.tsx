import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { type ListedTemplate, listTemplates, standingWordsOf } from "./template-desk.contract.ts";
import { TemplateScreen } from "./template-desk.one.part.page.tsx";
import type { PaperSheets } from "./template-desk.print.part.page.tsx";

const LINK = "/staff/templates";

/** `/staff/templates`: what mails, SMS and papers say, and one of them by its key. */
export function TemplatesPage({ sheets }: { sheets: PaperSheets }) {
  const { pathname } = useLocation();
  const key = matched(`${LINK}/:key`, pathname)?.key;
  return key ? <TemplateScreen key={key} of={key} sheets={sheets} /> : <TemplateList />;
}

const kinds = { mail: "Mails", text: "SMS", paper: "Papers" } as const;
const readers = { applicants: "Applicants", students: "Students", staff: "Staff", others: "Others" } as const;

function TemplateList() {
  const { search } = useLocation();
  const read = useRead(listTemplates);
  const [typed, setTyped] = useState("");
  const onlyWaiting = new URLSearchParams(search).get("state") === "waiting";
  const wanted = typed.trim().toLowerCase();
  const fits = ({ name, when, waiting }: ListedTemplate) =>
    (!onlyWaiting || waiting !== null) && `${name} ${when}`.toLowerCase().includes(wanted);
  return (
    <>
      <ConsoleHeading title="Letters and mails" />
      <p className="mb-4 max-w-prose text-soft">
        What the portal writes to people. The college may say each in its own words: one proposes them, another approves
        them, and they go out from then on.
      </p>
      <Read from={read} waiting={<div className="bone late h-96" />}>
        {({ list }) => {
          const shown = list.filter(fits);
          const waiting = list.filter((one) => one.waiting !== null).length;
          return (
            <>
              <div className="mb-4 flex flex-wrap items-end gap-3">
                <label className="grid gap-1">
                  <span className="text-small">Find by name or occasion</span>
                  <input
                    type="search"
                    className="control"
                    value={typed}
                    onChange={({ target }) => setTyped(target.value)}
                  />
                </label>
                <nav aria-label="Letters and mails" className="views">
                  <Link to={LINK} className="tab" aria-current={onlyWaiting ? undefined : "page"}>
                    All
                  </Link>
                  <Link to={`${LINK}?state=waiting`} className="tab" aria-current={onlyWaiting ? "page" : undefined}>
                    Waiting for approval ({waiting})
                  </Link>
                </nav>
              </div>
              <p role="status" className="mb-3 text-small text-soft">
                {shown.length === 0
                  ? onlyWaiting && wanted === ""
                    ? "Nothing waits for a second person."
                    : "Nothing has these words. Try fewer of them."
                  : asCount(shown.length, "template")}
              </p>
              <div className="grid max-w-200 gap-6">
                {(["mail", "text", "paper"] as const).map((kind) => (
                  <OfKind key={kind} name={kinds[kind]} list={shown.filter((one) => one.kind === kind)} />
                ))}
              </div>
            </>
          );
        }}
      </Read>
    </>
  );
}

function OfKind({ name, list }: { name: string; list: readonly ListedTemplate[] }) {
  if (list.length === 0) return null;
  return (
    <section aria-label={name}>
      <h2 className="mb-2 text-large">{name}</h2>
      <ul className="card divide-y divide-line">
        {list.map((one) => (
          <li key={one.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <Link to={`${LINK}/${one.key}`} className="link font-semibold">
                {one.name}
              </Link>
              <p className="text-small text-soft">
                {one.when}. {readers[one.reader]}
              </p>
            </div>
            <Standing of={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export const Standing = ({ of: { state, waiting } }: { of: Pick<ListedTemplate, "state" | "waiting"> }) => (
  <span className="flex flex-wrap gap-2">
    {state !== "shipped" && <WordBadge look={state === "college" ? "info" : "warn"} word={standingWordsOf[state]} />}
    {waiting !== null && <WordBadge look="warn" word="Waits for approval" />}
  </span>
);
