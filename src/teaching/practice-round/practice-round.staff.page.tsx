import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { practiceRounds } from "./practice-round.contract.ts";

export const PracticeRoundsPage = () => <RecordScreens of={practiceRounds} />;
