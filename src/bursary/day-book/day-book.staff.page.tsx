import { matched } from "#kit/call/address.web.ts";
import { useLocation } from "#kit/page/router.web.tsx";
import { bookLink } from "./day-book.address.contract.ts";
import { BookDayScreen } from "./day-book.day.part.page.tsx";
import { BookMonthScreen } from "./day-book.month.part.page.tsx";
import { BookSheet } from "./day-book.print.part.page.tsx";

/** A month of the book, one of its days, and the day as it is printed. */
export function DayBookPage() {
  const { pathname } = useLocation();
  const printed = matched(`${bookLink}/:day/print`, pathname)?.day;
  if (printed) return <BookSheet key={printed} day={printed} />;
  const day = matched(`${bookLink}/:day`, pathname)?.day;
  return day ? <BookDayScreen key={day} day={day} /> : <BookMonthScreen />;
}
