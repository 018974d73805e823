import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { rooms } from "./room.contract.ts";

export const RoomsPage = () => <RecordScreens of={rooms} />;
