import type { Row } from "#console/record/record.contract.ts";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { programmeRanges } from "./programme-range.contract.ts";

export const ProgrammeRangesPage = () => (
  <RecordScreens of={programmeRanges} deeds={(row) => <ToBroadsheet row={row} />} />
);

const ToBroadsheet = ({ row }: { row: Row }) => (
  <Link to={`/staff/broadsheets?range=${row._id}`} className="button button-quiet">
    Broadsheet
  </Link>
);
