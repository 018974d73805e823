import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { pastMarks } from "./past-mark.contract.ts";

export const PastMarksPage = () => <RecordScreens of={pastMarks} />;
