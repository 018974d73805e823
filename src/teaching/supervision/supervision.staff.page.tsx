import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";

const practice = () => import("../teaching-practice/teaching-practice.supervised.part.page.tsx");
const projects = () => import("../project/project.part.page.tsx");

const SupervisedPractice = opened(() => practice().then((part) => part.SupervisedPractice));
const SupervisedPosting = opened(() => practice().then((part) => part.SupervisedPosting));
const SupervisedProjects = opened(() => projects().then((part) => part.SupervisedProjects));
const SupervisedProject = opened(() => projects().then((part) => part.SupervisedProject));

const link = "/staff/supervision";

/** A member of staff's own students: whom one visits on teaching practice, and whose projects one supervises. */
export function SupervisionPage() {
  const { pathname } = useLocation();
  const posting = matched(`${link}/practice/:id`, pathname)?.id;
  if (posting) return <SupervisedPosting key={posting} id={posting} back={link} />;
  const project = matched(`${link}/project/:id`, pathname)?.id;
  if (project) return <SupervisedProject key={project} id={project} back={link} />;
  return (
    <>
      <ConsoleHeading title="My supervision" />
      <h2 className="mb-2 text-large">Teaching practice</h2>
      <SupervisedPractice link={`${link}/practice`} />
      <h2 className="mt-6 mb-2 text-large">Projects</h2>
      <SupervisedProjects link={`${link}/project`} />
    </>
  );
}
