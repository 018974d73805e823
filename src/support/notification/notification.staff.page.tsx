import { Send } from "lucide-react";
import { ListingScreens } from "#console/listing/listing.screens.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { notifications } from "./notification.contract.ts";
import { OneNotification } from "./notification.staff-one.part.page.tsx";

const Compose = opened(() => import("./notification.staff-compose.part.page.tsx").then((part) => part.Compose));

const NEW = `${notifications.link}/new`;

/** `/staff/notifications`: what was told to whom, one of them with what became of it, and a new one. */
export function NotificationsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("notifications.change");
  if (pathname === NEW) return mayChange ? <Compose /> : <NoAccess name="Notifications: change" />;
  const id = matched(`${notifications.link}/:id`, pathname)?.id;
  if (id) return <OneNotification key={id} id={id} />;
  return (
    <ListingScreens
      of={notifications}
      beside={
        mayChange && (
          <Link to={NEW} className="button">
            <Send aria-hidden className="size-4" />
            New notification
          </Link>
        )
      }
    />
  );
}
