import { Copy, Shuffle } from "lucide-react";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { FROZEN } from "../provider-service/provider-service.contract.ts";
import { applicationFeeItems, copyFeeItems, THINGS } from "./application-fee-item.record.contract.ts";

const CopyDialog = opened(() =>
  import("#calendar/programme-copy/programme-copy.dialog.part.page.tsx").then((part) => part.CopyDialog),
);
const ServiceDialog = opened(() =>
  import("./application-fee-item.service.part.page.tsx").then((part) => part.ServiceDialog),
);

/** What an application costs, line by line, and what is done to many lines at once. */
export const ApplicationFeesPage = () => (
  <RecordScreens of={applicationFeeItems} beside={<Deeds />} above={<p className="mb-3 text-soft">{FROZEN}.</p>} />
);

function Deeds() {
  const copying = useShown();
  const moving = useShown();
  if (!useRight("application-fees.change")) return null;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={copying.show}>
        <Copy aria-hidden className="size-4" />
        Copy to other programmes
      </button>
      <button type="button" className="button button-quiet" onClick={moving.show}>
        <Shuffle aria-hidden className="size-4" />
        Change service type
      </button>
      {copying.shown && (
        <CopyDialog
          by={copyFeeItems}
          things={THINGS}
          known="An item of the same name takes the amount and service type"
          onHide={copying.hide}
        />
      )}
      {moving.shown && <ServiceDialog onHide={moving.hide} />}
    </>
  );
}
