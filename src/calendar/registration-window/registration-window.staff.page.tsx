import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { registrationWindows } from "./registration-window.contract.ts";

export const RegistrationWindowsPage = () => <RecordScreens of={registrationWindows} />;
