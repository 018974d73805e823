import { SlipPage } from "#applications/application/slip.print.page.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { ScreeningSlipPage } from "#selection/screening/booking/booking.print.page.tsx";

/** The slip of an application, or of its screening: `/print/:id` and `/print/:id?screening`. */
export const SlipScreen = () => (useLocation().search === "?screening" ? <ScreeningSlipPage /> : <SlipPage />);
