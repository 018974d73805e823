import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { registrationWindows } from "./registration-window.contract.ts";

export const RegistrationWindowsPage = () => <RecordScreens of={registrationWindows} />;
