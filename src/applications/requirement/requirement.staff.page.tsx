import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { requirements } from "./requirement.record.contract.ts";

export const RequirementsPage = () => <RecordScreens of={requirements} />;
