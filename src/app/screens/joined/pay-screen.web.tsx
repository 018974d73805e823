import { opened } from "#kit/page/opened.web.tsx";
import { ApplicationFeesPage } from "#payments/payment-reference/payment-reference.page.tsx";

const HaveReady = opened(() =>
  import("#applications/requirement/requirement.ready.part.page.tsx").then((part) => part.HaveReady),
);

/** The fees, with what an application to the chosen programme will ask for: nobody learns that after paying. */
export const PayScreen = () => (
  <ApplicationFeesPage>{(programme) => <HaveReady programme={programme} />}</ApplicationFeesPage>
);
