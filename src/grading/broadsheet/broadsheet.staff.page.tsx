import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { broadsheetLink } from "./broadsheet.rules.ts";

const ScreenPage = opened(() => import("./broadsheet.screen.page.tsx").then((page) => page.BroadsheetScreen));
const PrintPage = opened(() => import("./broadsheet.print.page.tsx").then((page) => page.BroadsheetPaper));
const SumsPage = opened(() => import("./broadsheet.screen.page.tsx").then((page) => page.SumsOfStudent));

/** The broadsheet of a class, on the screen and on paper; and one student's averages as the sums that they are. */
export function BroadsheetsPage() {
  const { pathname } = useLocation();
  if (pathname === `${broadsheetLink}/print`) return <PrintPage />;
  const student = /^\/staff\/broadsheets\/sums\/([^/]+)$/.exec(pathname)?.[1];
  if (student) return <SumsPage key={student} id={student} />;
  return <ScreenPage />;
}
