import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { useLocation } from "#kit/page/router.web.tsx";
import { SupervisedPosting, SupervisedPractice } from "../teaching-practice/teaching-practice.supervised.part.page.tsx";

const link = "/staff/supervision";

/** A member of staff's own students: whom one visits on teaching practice. */
export function SupervisionPage() {
  const { pathname } = useLocation();
  const posting = matched(`${link}/practice/:id`, pathname)?.id;
  if (posting) return <SupervisedPosting key={posting} id={posting} back={link} />;
  return (
    <>
      <ConsoleHeading title="My supervision" />
      <SupervisedPractice link={`${link}/practice`} />
    </>
  );
}
