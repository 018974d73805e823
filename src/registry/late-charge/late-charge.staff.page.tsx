import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { lateCharges } from "./late-charge.contract.ts";

export const LateChargesPage = () => <RecordScreens of={lateCharges} />;
