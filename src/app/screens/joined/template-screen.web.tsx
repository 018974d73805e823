import type { ComponentProps, ComponentType } from "react";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { readOfficeReceipt } from "#payments/receipt/receipt.contract.ts";
import type { PaperSheets } from "#support/template-desk/template-desk.print.part.page.tsx";
import { TemplatesPage } from "#support/template-desk/template-desk.staff.page.tsx";

/** A sheet that calls what it is given by another name. */
const given =
  <Name extends string, Paper>(name: Name, Sheet: ComponentType<Record<Name, Paper>>) =>
  ({ of }: { of: Paper }) => <Sheet {...({ [name]: of } as ComponentProps<typeof Sheet>)} />;

/** A receipt as the office prints it. */
async function ofOffice() {
  const { ReceiptSheet } = await import("#payments/receipt/receipt.sheet.part.page.tsx");
  return ({ of }: { of: Replied<typeof readOfficeReceipt> }) => (
    <ReceiptSheet {...of} rrr={of.RRR} phone={of.details.payerPhone} />
  );
}

/** The sheets of papers that are about an application or a student, for a test print of a real one. */
const sheets: PaperSheets = {
  "application-slip": async () =>
    given("slip", (await import("#applications/application/slip.print.part.page.tsx")).SlipSheet),
  "screening-slip": async () =>
    given("slip", (await import("#selection/screening/booking/booking.print.part.page.tsx")).ScreeningSheet),
  "receipt-application": async () =>
    given("receipt", (await import("#payments/receipt/receipt.print.part.page.tsx")).ApplicationReceiptSheet),
  "receipt-acceptance": async () =>
    given(
      "receipt",
      (await import("#admission/offer/acceptance/acceptance.print.part.page.tsx")).AcceptanceReceiptSheet,
    ),
  "receipt-tuition": ofOffice,
  "receipt-service": ofOffice,
  "payment-slip": async () =>
    given("slip", (await import("#payments/payment-slip/payment-slip.sheet.part.page.tsx")).SlipSheet),
  "admission-letter": async () =>
    given("letter", (await import("#admission/letter/letter.print.part.page.tsx")).LetterSheet),
  "acceptance-letter": async () =>
    given("letter", (await import("#admission/letter/acceptance-letter.print.part.page.tsx")).AcceptanceSheet),
  "course-form": async () =>
    given(
      "form",
      (await import("#registry/course-registration/course-form/course-form.part.page.tsx")).CourseFormSheet,
    ),
  "tuition-account": async () => (await import("#registry/bill/bill.account.page.tsx")).AccountSheet,
  "examination-card": async () => (await import("#teaching/exam-card/exam-card.sheet.part.page.tsx")).ExamCardSheet,
  "posting-letter": async () => (await import("#teaching/teaching-practice/letter/letter.part.page.tsx")).PostingLetter,
  "result-slip": async () =>
    (await import("#grading/student-result/student-result.slip.part.page.tsx")).ResultSlipSheet,
  certificate: async () => (await import("#grading/certificate/certificate.print.page.tsx")).PrintedSheet,
  "statement-of-result": async () => (await import("#grading/certificate/certificate.print.page.tsx")).PrintedSheet,
  transcript: async () => (await import("#grading/transcript/transcript.sheet.part.page.tsx")).TranscriptSheet,
};

export const TemplatesScreen = () => <TemplatesPage sheets={sheets} />;
