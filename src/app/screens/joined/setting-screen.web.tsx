import { SettingsPage } from "#college/setting/setting.staff.page.tsx";
import { SET_UP } from "#dashboard/set-up/set-up.rules.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";

const SetUpPage = opened(() => import("#dashboard/set-up/set-up.staff.page.tsx").then((part) => part.SetUpPage));

/** The settings, and below them the way from an empty database to an open session. */
export const SettingsScreen = () =>
  useLocation().pathname.replace(/\/$/, "") === SET_UP ? <SetUpPage /> : <SettingsPage />;
