import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { pastDebts } from "./past-debt.contract.ts";

export const PastDebtsPage = () => <RecordScreens of={pastDebts} />;
