import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { banners } from "./banner.contract.ts";

/** `/staff/banners`: words across the pages for a time. */
export const BannersPage = () => <RecordScreens of={banners} />;
