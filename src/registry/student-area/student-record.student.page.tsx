import { fullName } from "#identity/account/account.rules.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { OfficeContact } from "#reference/brand/brand.office.part.page.tsx";
import { contact } from "#reference/brand/brand.rules.ts";
import { OwnNationalList } from "../outgoing-list/outgoing-list.own.part.page.tsx";
import { Marks } from "../past-mark/past-mark.part.page.tsx";
import { type StudentStatus, statusLooks } from "../student/student.rules.ts";
import { readStudentRecord } from "./student-area.contract.ts";
import { OwnPhoto, semesters } from "./student-area.photo.page.tsx";

/** `/student/record`. */
export function StudentRecordPage() {
  const record = useRead(readStudentRecord);
  return (
    <>
      <PageHeading title="My record" subtitle="What the college holds of you" />
      <Read from={record} waiting={<CardBones />}>
        {(own) => <Held own={own} />}
      </Read>
    </>
  );
}

function Held({ own }: { own: Replied<typeof readStudentRecord> }) {
  const phone = own.phonenumber && localPhone(own.phonenumber);
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <Card
        title="Your studies"
        beside={<WordBadge look={statusLooks[own.status as StudentStatus]} word={own.status} />}
      >
        <Facts
          list={[
            { label: "Matric number", value: own.matric },
            { label: "Programme", value: own.programme },
            { label: "Session of entry", value: own.session },
            { label: "Mode of entry", value: own.type },
            { label: "Level of entry", value: own.entrylevel && String(own.entrylevel) },
            { label: "Level", value: own.level && String(own.level) },
            { label: "Semester", value: own.semester && semesters[own.semester - 1] },
            { label: `${own.status} since`, value: asDay(own.statusAt) },
          ]}
        />
        <div className="mt-3 flex flex-wrap gap-2">
          <Link to="/student/results" className="button button-quiet">
            Your results
          </Link>
          <Link to="/student/combination" className="button button-quiet">
            Change of combination
          </Link>
        </div>
      </Card>
      <Card title="You">
        <OwnPhoto />
        <Facts
          list={[
            { label: "Name", value: fullName(own) },
            { label: "Sex", value: own.gender },
            { label: "Date of birth", value: own.dateofbirth && asDay(`${own.dateofbirth}T12:00:00Z`) },
            { label: "State of origin", value: own.stateoforigin },
            { label: "Local government area", value: own.lgaoforigin },
            { label: "Fees", value: own.indigene ? "As an indigene" : "As a non-indigene" },
            { label: "JAMB number", value: own.jamb },
          ]}
        />
      </Card>
      <Card title="How we reach you">
        <Facts
          list={[
            { label: "Email", value: own.emailaddress },
            { label: "Phone", value: phone },
          ]}
        />
      </Card>
      {own.practice.length > 0 && (
        <Card title="Teaching practice">
          <Marks of={own.practice} />
        </Card>
      )}
      <OwnNationalList />
      <Card title="Is something wrong?">
        <p>
          Nobody changes a record on their own: two people of the college do, on evidence. Bring your matric number and
          what shows that it is wrong, such as your birth certificate, to the {contact.office}, or write to it.
        </p>
        <OfficeContact className="" />
      </Card>
    </div>
  );
}
