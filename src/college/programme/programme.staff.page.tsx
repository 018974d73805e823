import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { programmes } from "./programme.record.contract.ts";

export const ProgrammesPage = () => <RecordScreens of={programmes} />;
