import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { matched } from "#kit/call/address.web.ts";
import { callAs } from "#kit/call/call.web.ts";
import { watchConnection } from "#kit/call/connection.web.ts";
import { nameSite } from "#kit/page/heading.web.tsx";
import { BrowserRouter } from "#kit/page/router.web.tsx";
import { Toasts } from "#kit/toast/toast.web.tsx";
import { brand } from "#reference/brand/brand.rules.ts";
import { ONLOOKER } from "#support/help-desk/help-desk.view.contract.ts";
import { takeCollege } from "./device/college.web.ts";
import { viewEnded } from "./onlooker/onlooker-ended.web.ts";
import { OnlookerLayout } from "./onlooker/onlooker-layout.web.tsx";
import "./onlooker.css";

/**
 * What an onlooker of the office loads: the applicant's own screens, whose reads name the view where a token would stand.
 * It is a build of its own, so that an applicant's browser loads nothing of it.
 */
const view = matched(`${ONLOOKER}/:view/*`, location.pathname)?.view ?? "";

takeCollege();
callAs({ token: () => view, onExpired: viewEnded });
watchConnection();
nameSite(brand.shortname);

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <OnlookerLayout view={view} />
        <Toasts />
      </BrowserRouter>
    </StrictMode>,
  );
