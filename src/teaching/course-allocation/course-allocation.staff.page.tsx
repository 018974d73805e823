import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { courseAllocations } from "./course-allocation.contract.ts";

export const CourseAllocationsPage = () => <RecordScreens of={courseAllocations} />;
