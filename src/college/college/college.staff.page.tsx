import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { colleges } from "./college.contract.ts";

export const CollegesPage = () => <RecordScreens of={colleges} />;
