import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { practiceSchools } from "./practice-school.contract.ts";

export const PracticeSchoolsPage = () => <RecordScreens of={practiceSchools} />;
