import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { departments } from "./department.contract.ts";

export const DepartmentsPage = () => <RecordScreens of={departments} />;
