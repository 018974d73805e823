import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { students } from "./student.contract.ts";

export const StudentsPage = () => <RecordScreens of={students} />;
