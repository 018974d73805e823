import type { CountedReviews } from "#selection/review/review.read.server.ts";
import type { Step } from "./staff-dashboard.contract.ts";
import { listAt, PAID } from "./staff-dashboard.groups.server.ts";
import type { Found, Reaches } from "./staff-dashboard.session.server.ts";

/** The steps whose list the caller may open, each with its way there. */
export function stepsOf(session: string, { applications, payments, offers }: Reaches, found: Found): Step[] {
  const { reviews, offered, paid, registered, lately } = found;
  const list = (page: string, filters: Readonly<Record<string, string>> = {}) => listAt(page, { ...filters, session });
  const isHandy = [
    registered !== null && { name: "registered" as const, total: registered, link: null },
    payments &&
      paid && {
        name: "paid" as const,
        total: [...paid.values()].reduce((all, one) => all + one, 0),
        link: list("payments", PAID),
      },
    applications && { name: "applied" as const, total: sum(reviews, "applied"), link: list("applications") },
    offers && { name: "admitted" as const, total: sum(offered, "admitted"), link: list("offers") },
    (offers || applications) && {
      name: "accepted" as const,
      total: sum(offered ?? reviews, "accepted"),
      link: offers ? list("offers", { standing: "Accepted" }) : list("applications", { state: "Accepted" }),
    },
  ];
  return isHandy.flatMap((one) => (one ? [{ ...one, lately: lately[one.name] }] : []));
}

const sum = (reviews: readonly CountedReviews[] | null, column: "applied" | "admitted" | "accepted") =>
  (reviews ?? []).reduce((all, row) => all + row[column], 0);
