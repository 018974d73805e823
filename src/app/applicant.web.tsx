import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { watchConnection } from "#kit/call/connection.web.ts";
import { keepAssets } from "#kit/offline/service-worker.web.ts";
import { nameSite } from "#kit/page/heading.web.tsx";
import { BrowserRouter } from "#kit/page/router.web.tsx";
import { brand } from "#reference/brand/brand.rules.ts";
import { ApplicantApp } from "./applicant/applicant-app.web.tsx";
import { loadScreen } from "./applicant/frames.web.tsx";
import { takeCollege } from "./device/college.web.ts";
import { ownDrafts } from "./device/drafts.web.ts";
import { isSignedIn, permitted, signCalls } from "./device/storage.web.ts";
import "./applicant.css";

takeCollege();
signCalls();
ownDrafts();
watchConnection();
nameSite(brand.name);
keepAssets();
if (location.pathname.startsWith("/app/") && isSignedIn()) {
  permitted().catch(() => undefined); // The screen asks again and shows why.
}
// A drawn picture is taken over in one step, by the screen that it shows; one that cannot be loaded says so itself.
await loadScreen(location.pathname).catch(() => undefined);

const app = (
  <StrictMode>
    <BrowserRouter>
      <ApplicantApp />
    </BrowserRouter>
  </StrictMode>
);
const root = document.getElementById("root");
const options = { onUncaughtError: showFault };
if (root?.hasChildNodes()) hydrateRoot(root, app, options);
else if (root) createRoot(root, options).render(app);

/** A fault of ours takes the screen away; this says so, instead of nothing. */
function showFault(fault: unknown): void {
  reportError(fault);
  const again = Object.assign(document.createElement("a"), { href: "/", className: "link" });
  again.textContent = "Go to the first page";
  root?.replaceChildren("Sorry something went wrong, please try again. ", again);
}
