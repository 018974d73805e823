import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { takeCollege } from "#app/device/college.web.ts";
import { nameSite, PageHeading } from "#kit/page/heading.web.tsx";
import { BrowserRouter } from "#kit/page/router.web.tsx";
import { Emblem } from "#kit/paper/emblem.web.tsx";
import { Toasts } from "#kit/toast/toast.web.tsx";
import { brand } from "#reference/brand/brand.rules.ts";
import { ShowcaseForms } from "./showcase-forms.web.tsx";
import { ShowcaseParts } from "./showcase-parts.web.tsx";
import "./showcase.css";

takeCollege();
nameSite(brand.name);

/** Every part of the kit in every state, on one page that only a development start serves. */
function Showcase() {
  return (
    <main className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <div className="on-deep mb-8 flex items-center gap-4 border-accent border-b-4 p-6">
        <Emblem className="size-20" />
        <p className="font-semibold font-serif text-display">{brand.name}</p>
      </div>
      <PageHeading title="The kit" subtitle="Switch the system between light and dark to see both." />
      <ShowcaseParts />
      <ShowcaseForms />
    </main>
  );
}

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Showcase />
        <Toasts />
      </BrowserRouter>
    </StrictMode>,
  );
