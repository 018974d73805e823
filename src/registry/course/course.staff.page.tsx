import { Grid3x3 } from "lucide-react";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation, useSearchParams } from "#kit/page/router.web.tsx";
import { courses } from "./course.contract.ts";

const CatalogueScreen = opened(() => import("./grid/grid.page.tsx").then((part) => part.CatalogueScreen));

/** What programmes teach: as a list, and one programme's catalogue as a grid. */
export function CoursesPage() {
  const { pathname } = useLocation();
  if (matched(`${courses.link}/grid`, pathname)) return <CatalogueScreen />;
  return <RecordScreens of={courses} beside={<ToCatalogue />} />;
}

/** The catalogue of what the list is filtered by. */
function ToCatalogue() {
  const [asked] = useSearchParams();
  const kept = ["session", "programme"].filter((name) => asked.get(name)).map((name) => `${name}=${asked.get(name)}`);
  return (
    <Link to={`${courses.link}/grid${kept.length > 0 ? `?${kept.join("&")}` : ""}`} className="button button-quiet">
      <Grid3x3 aria-hidden className="size-4" />
      Catalogue
    </Link>
  );
}
