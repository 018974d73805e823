import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { instalments } from "./instalment.contract.ts";

export const InstalmentsPage = () => <RecordScreens of={instalments} />;
