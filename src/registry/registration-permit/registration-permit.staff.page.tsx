import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { registrationPermits } from "./registration-permit.contract.ts";

export const RegistrationPermitsPage = () => <RecordScreens of={registrationPermits} />;
