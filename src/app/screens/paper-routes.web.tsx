import { Routes } from "#kit/page/router.web.tsx";
import { Queries } from "../device/queries.web.tsx";
import type { paperAddresses } from "./addresses.contract.ts";
import { NotFoundPage } from "./not-found.web.tsx";
import { type Screen, screen } from "./screen.web.tsx";

/** Papers, without a frame, and what each reads. A noun adds its line here. Loaded for their addresses alone: no other screen leads by them. */
export const paperScreens: Readonly<Record<(typeof paperAddresses)[number], Screen>> = {
  "/application-receipt/:id": screen(
    () => import("#payments/receipt/receipt.print.page.tsx"),
    "ApplicationReceiptPage",
    ["/ms_application_fee/receipt/:id"],
  ),
  "/print/:id": screen(() => import("./joined/slip-screen.web.tsx"), "SlipScreen", ["/ms_applications/:id"]),
  "/payment-slip/:id": screen(() => import("#payments/payment-slip/payment-slip.print.page.tsx"), "PaymentSlipPage", [
    "/ms_payment_slip/:id",
  ]),
  "/letter/:id": screen(() => import("#admission/letter/letter.print.page.tsx"), "LetterPage", [
    "/ms_applications/letter/:id",
  ]),
  "/print-acceptance/:id": screen(
    () => import("#admission/offer/acceptance/acceptance.print.page.tsx"),
    "AcceptanceReceiptPage",
    ["/ms_acceptance_fee_rrr/receipt/:id"],
  ),
  "/acceptance_letter/:id": screen(
    () => import("#admission/letter/acceptance-letter.print.page.tsx"),
    "AcceptanceLetterPage",
    ["/ms_applications/letter/:id"],
  ),
};

export const Papers = () => (
  <Queries>
    <Routes
      list={Object.entries(paperScreens).map(([path, { Page }]) => [path, <Page key={path} />] as const)}
      otherwise={<NotFoundPage home="/app/dashboard" called="your dashboard" />}
    />
  </Queries>
);
