import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { watchConnection } from "#kit/call/connection.web.ts";
import { speak } from "#kit/language/language.web.ts";
import { keepAssets } from "#kit/offline/service-worker.web.ts";
import { nameSite } from "#kit/page/heading.web.tsx";
import { BrowserRouter, MOVED } from "#kit/page/router.web.tsx";
import { brand } from "#reference/brand/brand.rules.ts";
import { ApplicantApp } from "./applicant/applicant-app.web.tsx";
import { loadScreen } from "./applicant/frames.web.tsx";
import { watchBanners } from "./device/banner-watch.web.ts";
import { takeCollege } from "./device/college.web.ts";
import { ownDrafts } from "./device/drafts.web.ts";
import { isPaper, isSignedIn, permitted, signCalls } from "./device/storage.web.ts";
import "./applicant.css";

takeCollege();
signCalls();
ownDrafts();
watchConnection();
nameSite(brand.name);
keepAssets();
addEventListener(MOVED, () => void begin());
// A drawn picture is taken over in one step, by the screen that it shows.
const [isTranslated] = await Promise.all([speak(isPaper), begin()]);

const app = (
  <StrictMode>
    <BrowserRouter>
      <ApplicantApp />
    </BrowserRouter>
  </StrictMode>
);
const root = document.getElementById("root");
const options = { onUncaughtError: showFault };
if (root?.hasChildNodes() && !isTranslated) hydrateRoot(root, app, options);
else if (root) createRoot(root, options).render(app);
watchBanners();

/** The permit, the screen and what it shows first, side by side. Who shows them says what went wrong. */
async function begin(): Promise<void> {
  if (location.pathname.startsWith("/app/") && isSignedIn()) permitted().catch(() => undefined);
  await loadScreen(location.pathname).catch(() => undefined);
}

/** A fault of ours takes the screen away; this says so, instead of nothing. */
function showFault(fault: unknown): void {
  reportError(fault);
  const again = Object.assign(document.createElement("a"), { href: "/", className: "link" });
  again.textContent = "Go to the first page";
  root?.replaceChildren("Sorry something went wrong, please try again. ", again);
}
