import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { departments } from "./department.contract.ts";

export const DepartmentsPage = () => <RecordScreens of={departments} />;
