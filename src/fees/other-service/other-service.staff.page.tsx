import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { otherServices } from "./other-service.contract.ts";

export const OtherServicesPage = () => <RecordScreens of={otherServices} />;
