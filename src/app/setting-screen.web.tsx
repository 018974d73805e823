import { SettingsPage } from "#college/setting/setting.staff.page.tsx";
import { SET_UP } from "#dashboard/set-up/set-up.contract.ts";
import { SetUpPage } from "#dashboard/set-up/set-up.staff.page.tsx";
import { useLocation } from "#kit/router.web.tsx";

/** The settings, and below them the way from an empty database to an open session. */
export const SettingsScreen = () =>
  useLocation().pathname.replace(/\/$/, "") === SET_UP ? <SetUpPage /> : <SettingsPage />;
