import { ApplicationsPage } from "#selection/review/review.staff.page.tsx";

/** The desk's screens, with what other domains show in a file. */
export const ApplicationsScreen = () => <ApplicationsPage />;
