import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { sponsors } from "./sponsor.contract.ts";

export const SponsorsPage = () => <RecordScreens of={sponsors} />;
