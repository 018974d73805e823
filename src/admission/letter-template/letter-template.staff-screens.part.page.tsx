import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { ListingScreens } from "#console/listing/listing.screens.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { NoAccess, useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { enforceTemplate, letterTemplates, retireTemplate } from "./letter-template.contract.ts";
import { NewTemplate } from "./letter-template.staff-new.part.page.tsx";
import { Preview } from "./letter-template.staff-preview.part.page.tsx";

const newestFirst = { ...letterTemplates, usual: "-createdAt" };
const { link } = letterTemplates;

/** The versions of the college's own paragraphs, one of them, and a new one. */
export function LetterScreens() {
  const { pathname, search } = useLocation();
  const mayChange = useRight("releases.change");
  if (pathname === `${link}/new`)
    return mayChange ? (
      <NewTemplate from={new URLSearchParams(search).get("from")} />
    ) : (
      <NoAccess name="Releases: change" />
    );
  if (pathname !== link)
    return (
      <ListingScreens of={letterTemplates} deeds={(row) => <Deeds row={row} />}>
        {(row) => <Preview words={wordsOf(row)} />}
      </ListingScreens>
    );
  return (
    <RecordList of={newestFirst} addAt={mayChange ? `${link}/new` : null}>
      <p className="mb-3 max-w-prose text-soft">
        The letter's own text stays as it is. Here are the paragraphs that the college adds to it. A version never
        changes: an offer keeps the one that it was released with.{" "}
        <Link to="/staff/releases" className="link">
          Back to the lists
        </Link>
      </p>
    </RecordList>
  );
}

const wordsOf = (row: Row) => {
  const text = (name: string) => (typeof row[name] === "string" ? String(row[name]) : "");
  return { opening: text("opening"), conditions: text("conditions"), closing: text("closing") };
};

/** A second person puts a version in force, or takes it out. */
function Deeds({ row }: { row: Row }) {
  const { me } = useGiven();
  const mayApprove = useRight("releases.approve");
  const mayChange = useRight("releases.change");
  const [asked, setAsked] = useState(false);
  const reread = useReread();
  const isMine = (row.madeby as Choice)._id === me._id;
  const isInForce = row.inforce === true;
  const word = isInForce ? "Take out of force" : "Put in force";
  return (
    <>
      {mayChange && (
        <Link to={`${link}/new?from=${row._id}`} className="button button-quiet">
          Write a new version from it
        </Link>
      )}
      {mayApprove && (isInForce || !isMine) && (
        <button type="button" className="button" onClick={() => setAsked(true)}>
          {word}
        </button>
      )}
      {asked && (
        <Confirm
          title={`${word}: ${row._title}?`}
          submit={word}
          send={(attempt) => call(isInForce ? retireTemplate : enforceTemplate, { params: { id: row._id }, attempt })}
          onHide={() => setAsked(false)}
          onDone={reread}
        >
          <p>
            {isInForce
              ? "New lists begin with the usual letter from now on."
              : "New lists begin with this version from now on. Offers that are out keep theirs."}
          </p>
        </Confirm>
      )}
    </>
  );
}
