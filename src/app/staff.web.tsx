import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchLeaving } from "#console/leaving/leaving.way.part.page.tsx";
import { watchConnection } from "#kit/call/connection.web.ts";
import { keepAssets } from "#kit/offline/service-worker.web.ts";
import { nameSite } from "#kit/page/heading.web.tsx";
import { BrowserRouter } from "#kit/page/router.web.tsx";
import { brand } from "#reference/brand/brand.rules.ts";
import { watchBanners } from "./device/banner-watch.web.ts";
import { takeCollege } from "./device/college.web.ts";
import { loadStaffScreen, StaffApp } from "./staff/staff-app.web.tsx";
import { signStaffCalls } from "./staff/staff-sign-in.web.ts";
import "./staff.css";

takeCollege();
signStaffCalls();
watchConnection();
watchLeaving();
nameSite(brand.shortname);
keepAssets();

const root = document.getElementById("root");
// The skeleton gives way to the whole screen in one step.
void loadStaffScreen(location.pathname).then(() => {
  if (root)
    createRoot(root, { onUncaughtError: showFault }).render(
      <StrictMode>
        <BrowserRouter>
          <StaffApp />
        </BrowserRouter>
      </StrictMode>,
    );
  watchBanners();
});

/** A fault of ours takes the screen away; this says so, instead of nothing. */
function showFault(fault: unknown): void {
  reportError(fault);
  const again = Object.assign(document.createElement("a"), { href: "/staff/dashboard", className: "link" });
  again.textContent = "Go to the dashboard";
  root?.replaceChildren("Sorry something went wrong, please try again. ", again);
}
