import { Routes } from "#kit/page/router.web.tsx";
import type { paperAddresses } from "./addresses.contract.ts";
import { NotFoundPage } from "./not-found.web.tsx";
import { type Screen, screen } from "./screen.web.tsx";

/** Papers, without a frame. A noun adds its line here. Loaded for their addresses alone: no other screen leads by them. */
export const paperScreens: Readonly<Record<(typeof paperAddresses)[number], Screen>> = {
  "/application-receipt/:id": screen(
    () => import("#payments/receipt/receipt.print.page.tsx"),
    "ApplicationReceiptPage",
  ),
  "/print/:id": screen(() => import("#applications/application/slip.print.page.tsx"), "SlipPage"),
  "/payment-slip/:id": screen(() => import("#payments/payment-slip/payment-slip.print.page.tsx"), "PaymentSlipPage"),
  "/letter/:id": screen(() => import("#admission/letter/letter.print.page.tsx"), "LetterPage"),
  "/print-acceptance/:id": screen(
    () => import("#admission/offer/acceptance/acceptance.print.page.tsx"),
    "AcceptanceReceiptPage",
  ),
  "/acceptance_letter/:id": screen(
    () => import("#admission/letter/acceptance-letter.print.page.tsx"),
    "AcceptanceLetterPage",
  ),
};

export const Papers = () => (
  <Routes
    list={Object.entries(paperScreens).map(([path, { Page }]) => [path, <Page key={path} />] as const)}
    otherwise={<NotFoundPage home="/app/dashboard" called="your dashboard" />}
  />
);
