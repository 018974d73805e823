import { Grid3x3 } from "lucide-react";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { Link, useLocation, useSearchParams } from "#kit/page/router.web.tsx";
import { tuitionFeeItems } from "./tuition-fee-item.contract.ts";
import { MatrixScreen } from "./tuition-fee-item.matrix.part.page.tsx";

/** Which service takes the fees of a class: as a list, and as a matrix of one programme. */
export function TuitionFeesPage() {
  const { pathname } = useLocation();
  if (matched(`${tuitionFeeItems.link}/matrix`, pathname)) return <MatrixScreen />;
  return <RecordScreens of={tuitionFeeItems} beside={<ToMatrix />} />;
}

/** The matrix of what the list is filtered by. */
function ToMatrix() {
  const [asked] = useSearchParams();
  const kept = ["session", "programme"].filter((name) => asked.get(name)).map((name) => `${name}=${asked.get(name)}`);
  return (
    <Link
      to={`${tuitionFeeItems.link}/matrix${kept.length > 0 ? `?${kept.join("&")}` : ""}`}
      className="button button-quiet"
    >
      <Grid3x3 aria-hidden className="size-4" />
      Matrix
    </Link>
  );
}
