import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { certificates } from "./certificate.contract.ts";

const PrintPage = opened(() => import("./certificate.make.page.tsx").then((page) => page.PrintSheetsPage));
const Register = opened(() => import("./certificate.make.page.tsx").then((page) => page.Register));
const ChosenDeeds = opened(() => import("./certificate.one.page.tsx").then((page) => page.ChosenDeeds));
const Deeds = opened(() => import("./certificate.one.page.tsx").then((page) => page.Deeds));
const Standing = opened(() => import("./certificate.one.page.tsx").then((page) => page.Standing));
const Sheet = opened(() => import("./certificate.print.page.tsx").then((page) => page.SheetPage));
const Sheets = opened(() => import("./certificate.print.page.tsx").then((page) => page.SheetsPage));

const newestFirst = { ...certificates, usual: "-createdAt" };
const { link } = certificates;

/** The register of certificates and statements of result: every sheet, one of them, and new ones. */
export function CertificatesPage() {
  const { pathname, search } = useLocation();
  const mayPrint = useRight("certificates.change");
  if (pathname === `${link}/new`) return mayPrint ? <PrintPage /> : <NoAccess name="Certificates: change" />;
  if (pathname === `${link}/print`)
    return <Sheets ids={(new URLSearchParams(search).get("of") ?? "").split(",").filter(Boolean)} />;
  const printed = matched(`${link}/:id/print`, pathname)?.id;
  if (printed) return <Sheet key={printed} id={printed} />;
  if (pathname !== link)
    return (
      <ListingScreens of={certificates} deeds={(row) => <Deeds row={row} />} first={(row) => <Standing row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      chosenDeeds={mayPrint ? (picked: Picked) => <ChosenDeeds picked={picked} /> : undefined}
      beside={
        mayPrint && (
          <Link to={`${link}/new`} className="button">
            Make certificates or statements
          </Link>
        )
      }
    >
      <Register />
    </RecordList>
  );
}
