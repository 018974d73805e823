import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { NoticePost } from "../notice/notice.post.part.page.tsx";
import { readStudentClassNotices } from "./class-notice.contract.ts";

/** `/student/courses/:class/notices`: what a class was told, for whoever came to it later too. */
export function StudentClassNoticesPage() {
  const { class: of = "" } = useParams();
  const read = useRead(readStudentClassNotices, { class: of });
  return (
    <>
      <PageHeading title={read.data ? `Notices of ${read.data.code}` : "Notices"} subtitle={read.data?.name} />
      <Link to={`/student/courses/${of}`} className="link inline-flex min-h-11 items-center">
        Back to the course
      </Link>
      <Read from={read} waiting={<CardBones />}>
        {({ notices }) =>
          notices.length === 0 ? (
            <EmptyState
              title="No notices yet"
              text="What your lecturers tell the students of this course stands here."
            />
          ) : (
            <ul className="mt-2 grid max-w-3xl gap-4">
              {notices.map(({ _id, title, post, sentAt }) => (
                <li key={_id} className="card p-5">
                  <h2 className="text-large">{title}</h2>
                  <p className="mb-3 text-small text-soft">{asMinute(sentAt)}</p>
                  <NoticePost text={post} />
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </>
  );
}
