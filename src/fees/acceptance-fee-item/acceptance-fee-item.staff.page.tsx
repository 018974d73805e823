import { Shuffle } from "lucide-react";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { FROZEN } from "../provider-service/provider-service.contract.ts";
import { acceptanceFeeItems } from "./acceptance-fee-item.record.contract.ts";

const ServiceDialog = opened(() =>
  import("./acceptance-fee-item.service.part.page.tsx").then((part) => part.AcceptanceServiceDialog),
);

export const AcceptanceFeesPage = () => (
  <RecordScreens of={acceptanceFeeItems} beside={<Deeds />} above={<p className="mb-3 text-soft">{FROZEN}.</p>} />
);

function Deeds() {
  const moving = useShown();
  if (!useRight("acceptance-fees.change")) return null;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={moving.show}>
        <Shuffle aria-hidden className="size-4" />
        Change service
      </button>
      {moving.shown && <ServiceDialog onHide={moving.hide} />}
    </>
  );
}
