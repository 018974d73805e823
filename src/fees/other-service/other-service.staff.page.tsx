import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { otherServices } from "./other-service.contract.ts";

export const OtherServicesPage = () => <RecordScreens of={otherServices} />;
