import { RecordList } from "#console/list/list.records.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { examPermits } from "./exam-card.contract.ts";

const { link } = examPermits;
const cards = () => import("./exam-card.office.part.page.tsx");
const OneCard = opened(() => cards().then((part) => part.OneCard));
const ClassCards = opened(() => cards().then((part) => part.ClassCards));

const PrintBoxes = opened(() => cards().then((part) => part.PrintBoxes));

const newestFirst = { ...examPermits, usual: "-createdAt" };

/** Whom the examinations office permits to sit; and the cards of one student or a class, to print. */
export function ExamCardsPage() {
  const { pathname } = useLocation();
  const student = matched(`${link}/student/:id`, pathname)?.id;
  if (student) return <OneCard key={student} id={student} />;
  const course = matched(`${link}/course/:id`, pathname)?.id;
  if (course) return <ClassCards key={course} id={course} />;
  if (pathname !== link) return <RecordScreens of={examPermits} />;
  return (
    <RecordList of={newestFirst}>
      <PrintBoxes />
    </RecordList>
  );
}
