import { Pencil } from "lucide-react";
import type { Row } from "#console/record/record.contract.ts";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { profileUses, resultProfiles, scoreBands } from "../result-profile/result-profile.contract.ts";

const shown = () => import("./rule-book.shown.page.tsx");
const RuleBook = opened(() => shown().then((part) => part.RuleBook));
const CopyProfile = opened(() => shown().then((part) => part.CopyProfile));
const Cohorts = opened(() => shown().then((part) => part.Cohorts));
const BookEditor = opened(() => import("./rule-book.editor.page.tsx").then((part) => part.BookEditor));

/** `/staff/result-profiles`: the rule-book in versions; below it the cohorts that are graded by each, and single bands. */
export function ResultProfilesPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("result-profiles.change");
  const under = (link: string) => pathname === link || pathname.startsWith(`${link}/`);
  if (under(profileUses.link)) return <RecordScreens of={profileUses} above={<Cohorts />} />;
  if (under(scoreBands.link)) return <RecordScreens of={scoreBands} />;
  const id = matched(`${resultProfiles.link}/:id/rules`, pathname)?.id;
  if (id) return mayChange ? <BookEditor key={id} id={id} /> : <NoAccess name="Rule-book of grading: change" />;
  return (
    <RecordScreens
      of={resultProfiles}
      beside={
        <Link to={profileUses.link} className="button button-quiet">
          Who is graded by which
        </Link>
      }
      deeds={(row) => mayChange && <Deeds row={row} />}
      next={(row) => row.usedAt !== null && <Used mayChange={mayChange} />}
    >
      {(row) => <RuleBook id={row._id} />}
    </RecordScreens>
  );
}

const Deeds = ({ row }: { row: Row }) => (
  <>
    {row.usedAt === null && (
      <Link to={`${resultProfiles.link}/${row._id}/rules`} className="button">
        <Pencil aria-hidden className="size-4" />
        Edit the rules
      </Link>
    )}
    <CopyProfile id={row._id} />
  </>
);

const Used = ({ mayChange }: { mayChange: boolean }) => (
  <Alert look="info" title="Results stand by this profile, so its rules stay">
    {mayChange ? (
      <p>
        Name and description may change. For other rules copy it as a new version, and name that for the cohorts to
        come.
      </p>
    ) : (
      <p>Other rules are another version, for the cohorts to come.</p>
    )}
  </Alert>
);
