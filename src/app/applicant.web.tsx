import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { nameSite } from "#kit/heading.web.tsx";
import { keepAssets } from "#kit/service-worker.web.ts";
import { brand } from "#reference/brand/brand.contract.ts";
import { ApplicantApp, loadLayout } from "./applicant-app.web.tsx";
import { loadAhead } from "./routes.web.tsx";
import { isSignedIn, permitted, signCalls } from "./storage.web.ts";
import "./applicant.css";

signCalls();
nameSite(brand.name);
if (location.pathname.startsWith("/app/") && isSignedIn()) {
  void loadLayout();
  loadAhead(location.pathname);
  permitted().catch(() => undefined); // The screen asks again and shows why.
}

const app = (
  <StrictMode>
    <BrowserRouter>
      <ApplicantApp />
    </BrowserRouter>
  </StrictMode>
);
const root = document.getElementById("root");
if (root?.hasChildNodes()) hydrateRoot(root, app);
else if (root) createRoot(root).render(app);
keepAssets();
