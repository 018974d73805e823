import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { colleges } from "./college.contract.ts";

export const CollegesPage = () => <RecordScreens of={colleges} />;
