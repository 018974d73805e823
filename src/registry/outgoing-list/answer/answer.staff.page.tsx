import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matriculationAnswers } from "./answer.contract.ts";

export const MatriculationAnswersPage = () => <RecordScreens of={matriculationAnswers} />;
