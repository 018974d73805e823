import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { courses } from "./course.contract.ts";

export const CoursesPage = () => <RecordScreens of={courses} />;
