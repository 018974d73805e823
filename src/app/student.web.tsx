import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchConnection } from "#kit/call/connection.web.ts";
import { keepAssets } from "#kit/offline/service-worker.web.ts";
import { nameSite } from "#kit/page/heading.web.tsx";
import { BrowserRouter } from "#kit/page/router.web.tsx";
import { brand } from "#reference/brand/brand.rules.ts";
import { watchBanners } from "./device/banner-watch.web.ts";
import { takeCollege } from "./device/college.web.ts";
import { loadStudentScreen, StudentApp } from "./student/student-app.web.tsx";
import { signStudentCalls } from "./student/student-sign-in.web.ts";
import "./student.css";

takeCollege();
signStudentCalls();
watchConnection();
nameSite(brand.shortname);
keepAssets("/student");

const root = document.getElementById("root");
// The skeleton gives way to the whole screen in one step.
void loadStudentScreen(location.pathname).then(() => {
  if (root)
    createRoot(root, { onUncaughtError: showFault }).render(
      <StrictMode>
        <BrowserRouter>
          <StudentApp />
        </BrowserRouter>
      </StrictMode>,
    );
  watchBanners();
});

/** A fault of ours takes the screen away; this says so, instead of nothing. */
function showFault(fault: unknown): void {
  reportError(fault);
  const again = Object.assign(document.createElement("a"), { href: "/student", className: "link" });
  again.textContent = "Go to the first page";
  root?.replaceChildren("Sorry something went wrong, please try again. ", again);
}
