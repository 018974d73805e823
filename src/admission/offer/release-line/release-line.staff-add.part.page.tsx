import { useMemo } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asFigure } from "#kit/value/count.rules.ts";
import { reviews } from "#selection/review/review.contract.ts";
import { type ReleaseWhole, readReleaseWhole, releases } from "../release/release.contract.ts";
import { addLines } from "./release-line.contract.ts";
import { bodyOfPicked, countInWords } from "./release-line.staff.part.page.tsx";

export function AddToRelease({ id }: { id: string }) {
  const read = useRead(readReleaseWhole, { id });
  const mayChange = useRight("releases.change");
  if (!mayChange) return <NoAccess name="Releases: change" />;
  return (
    <ReadRecord from={read} of={releases}>
      {(of) => <Choosing of={of} />}
    </ReadRecord>
  );
}

function Choosing({ of }: { of: ReleaseWhole }) {
  const home = `${releases.link}/${of._id}`;
  const here = useMemo(
    () => ({ ...reviews, link: `${home}/add`, many: "Add applications", one: "Application", usual: "-createdAt" }),
    [home],
  );
  const usual = of.kind === "Offers" ? "Recommended" : "Not recommended";
  return (
    <RecordList
      of={here}
      addAt={null}
      openAt={(row) => `${reviews.link}/${row._id}`}
      chosenDeeds={(picked) => <Add of={of} picked={picked} />}
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <p>
          Choose who goes on{" "}
          <Link to={home} className="link font-semibold">
            {of.title}
          </Link>{" "}
          <span className="figures text-soft">({asFigure(of.lines)} there)</span>
        </p>
        <Link to={`${home}/add?session=${of.session._id}&state=${usual}`} className="link">
          Show those who are {usual.toLowerCase()}
        </Link>
      </div>
    </RecordList>
  );
}

function Add({ of, picked }: { of: ReleaseWhole; picked: Picked }) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button" onClick={show}>
        Put on the list
      </button>
      {shown && (
        <Confirm
          title={`Put ${countInWords(picked)} on “${of.title}”?`}
          submit="Put on the list"
          send={(attempt) => call(addLines, { params: { id: of._id }, body: bodyOfPicked(picked), attempt })}
          onHide={hide}
          onDone={picked.done}
        >
          <p>
            {of.kind === "Offers"
              ? "Each is offered provisional admission until you say otherwise on the list"
              : "Each gets the usual words by their results until you write others on the list"}
            {picked.beyond && ", also those on other pages"}. If one of them is decided already, or on another list,
            nothing is changed and you read which.
          </p>
        </Confirm>
      )}
    </>
  );
}
