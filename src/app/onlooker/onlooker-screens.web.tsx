import { applicantScreens } from "../screens/routes.web.tsx";
import type { Screen } from "../screens/screen.web.tsx";

interface OnlookerScreen extends Screen {
  /** Of its address. */
  readonly word: string;
  readonly name: string;
}

const names = {
  dashboard: "Dashboard",
  pay: "Payments",
  start: "Applications",
  admission: "Admission",
  accept: "Acceptance",
} as const;

/** The screens that people ask about at a counter, in the order in which an applicant comes to them. */
export const onlookerScreens: readonly OnlookerScreen[] = Object.entries(names).flatMap(([word, name]) => {
  const found = applicantScreens[word];
  return found ? [{ ...found, word, name }] : [];
});
