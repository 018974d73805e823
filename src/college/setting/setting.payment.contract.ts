import { wholeNumber } from "./setting.shape.contract.ts";

/** What a college decides about those who pay, and those who need not. */
export const paymentSettings = {
  payerCaseDays: wholeNumber(
    "Days to answer a payer",
    "Within how many working days a payer is answered who says that a payment was made and does not show. What is not is shown to the money desk as overdue. Cases that were opened keep their day.",
    1,
    30,
    3,
    "working days",
  ),
  freePlaces: wholeNumber(
    "Free places of a session",
    "For how many applicants of one session a fee may be a free place, application and acceptance counted apart. What was approved already stays.",
    0,
    10_000,
    20,
    "places",
  ),
};
