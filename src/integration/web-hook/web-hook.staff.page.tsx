import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { webDeliveries, webHooks } from "./web-hook.contract.ts";

const HookDeeds = opened(() => import("./web-hook.one.part.page.tsx").then((part) => part.HookDeeds));
const HookStanding = opened(() => import("./web-hook.one.part.page.tsx").then((part) => part.HookStanding));
const DeliveryDeeds = opened(() => import("./web-hook.one.part.page.tsx").then((part) => part.DeliveryDeeds));

const links = (
  <>
    <Link to={webDeliveries.link} className="button button-quiet">
      Log
    </Link>
    <a href="/integrations" className="button button-quiet" target="_blank" rel="noreferrer">
      For programmers
    </a>
  </>
);

/** Receivers of events, each with how it answers, and the log of what was sent to whom. */
export function WebHooksPage() {
  const { pathname } = useLocation();
  if (pathname === webDeliveries.link || pathname.startsWith(`${webDeliveries.link}/`))
    return (
      <ListingScreens
        of={webDeliveries}
        beside={
          <Link to={webHooks.link} className="button button-quiet">
            Receivers
          </Link>
        }
        deeds={(row) => <DeliveryDeeds row={row} />}
      />
    );
  return (
    <RecordScreens
      of={webHooks}
      beside={links}
      deeds={(row) => <HookDeeds row={row} />}
      next={(row) => <HookStanding row={row} />}
    />
  );
}
