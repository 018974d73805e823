import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { colleaguesToChoose } from "#access/staff/staff.server.ts";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { Values } from "#console/record/record.contract.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { everyRoom } from "../room/room.server.ts";
import { idIn, type Term } from "../timetable/timetable.server.ts";
import {
  changeExamination,
  examPeriods,
  invigilatorChoices,
  judgeExamTimetable,
  placeExamination,
  publishExamTimetable,
  readExamTimetable,
  readHallLists,
  removeExamination,
  tryExamination,
} from "./exam-timetable.contract.ts";
import * as placing from "./exam-timetable.place.server.ts";
import { judgedTimetable, publish } from "./exam-timetable.publish.server.ts";
import { examinationsLeft, examTimetableOf, tryOne } from "./exam-timetable.read.server.ts";
import { examTimetableTemplates, tellExamTimetable } from "./exam-timetable.tell.server.ts";
import { hallLists, hallTemplates } from "./halls/halls.server.ts";

const periodRules: RecordRules<typeof examPeriods> = {
  of: examPeriods,
  table: "exam_period",
  within: "college-wide",
  usual: usualRunningSession,
  constraints: {
    exam_period_once: ["value-taken", "semester", "The days of this semester are kept already. Change those"],
    exam_period_ends: ["examinations-too-long", "end", "Examinations last at most 120 days"],
    exam_period_stays: [
      "semester-stays",
      "semester",
      "Examinations stand in this semester, or its timetable is out. Add days of examinations for the other semester instead",
    ],
  },
  instead: "Change its days instead",
};

export function examTimetableCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const [view, change] = [staff("exam-timetable"), staff("exam-timetable.change")];

  handle(app, readExamTimetable, view, ({ request }) => examTimetableOf(db, request.query as Values));

  handle(app, tryExamination, view, ({ who, request }) => tryOne(db, who, request.query as Values));

  handle(app, readHallLists, view, ({ who, params }) => hallLists(db, who, params.id));

  handle(app, judgeExamTimetable, view, ({ params }) => judgedTimetable(db, params.id));

  handle(app, invigilatorChoices, view, ({ who, request }) => colleaguesToChoose(db, who, request.query));

  handle(app, placeExamination, change, (ask) =>
    write(app, ask, async (work) => {
      const _id = await placing.placeExamination(work, ask.who, ask.body);
      return { type: "success" as const, message: "The examination is in the timetable", _id };
    }),
  );

  handle(app, changeExamination, change, (ask) =>
    write(app, ask, async (work) => {
      const version = await placing.changeExamination(work, ask.who, ask.params.id, ask.body, (seen) =>
        requireVersion(ask.request, seen),
      );
      return { type: "success" as const, message: "The examination is changed", version };
    }),
  );

  handle(app, removeExamination, change, (ask) =>
    write(app, ask, async (work) => {
      await placing.removeExamination(work, ask.who, ask.params.id, (seen) => requireVersion(ask.request, seen));
      return { type: "success" as const, message: "The examination is out of the timetable" };
    }),
  );

  handle(app, publishExamTimetable, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const id = idIn(ask.body.period);
      if (!id) throw notFound();
      await publish(work, id, ask.body, ask.who);
      return {
        type: "success" as const,
        message: "The examination timetable is out: students and invigilators are told",
      };
    }),
  );
}

/** An examination of a timetable that is out, as those who sit or watch it read it. */
export interface OwnExamination {
  readonly _id: string;
  readonly class: string;
  readonly code: string;
  readonly name: string;
  readonly date: string;
  readonly start: string;
  readonly end: string;
  /** The halls, such as `CL, Chemistry laboratory`; of an invigilator the own one alone. */
  readonly halls: string[];
  readonly changedAt: string;
  readonly version: number;
}

interface Whose {
  /** A query of `class`. */
  readonly classes: RawBuilder<unknown>;
  /** Who invigilates; null for whoever sits. */
  readonly staff: string | null;
}

/** The examinations of a semester that some classes sit, or that somebody invigilates; none before the timetable is out. */
export async function ownExaminations(
  db: Database,
  { session, semester }: Term,
  { classes, staff }: Whose,
): Promise<OwnExamination[]> {
  const { rows } = await sql<OwnExamination>`
    select x._id, x.class, x.code, c.name, x.date, x.start, x."end", x."updatedAt" as "changedAt", x.version,
      array_agg(r.code || ', ' || r.name order by h.place) as halls
    from portal.examination x
    join portal.exam_period p on p.session = x.session and p.semester = x.semester and p."publishedAt" is not null
    join portal.examination_hall h on h.examination = x._id join ${everyRoom()} r on r._id = h.room
    join ${everyCourse()} c on c._id = x.course
    where x.session = ${session} and x.semester = ${semester} and case when ${staff}::uuid is null then x.class in (${classes})
      else exists (select from portal.examination_invigilator i
        where i.examination = x._id and i.room = h.room and i.staff = ${staff}::uuid) end
    group by x._id, c.name order by x.date, x.start, x.code`.execute(db);
  return rows;
}

export const examTimetableNoun: Noun = {
  name: "exam-timetable",
  templates: [...examTimetableTemplates, ...hallTemplates],
  calls: examTimetableCalls,
  records: [periodRules],
  jobs: [tellExamTimetable],
  waiting: [
    {
      right: "exam-timetable.change",
      list: "exam-timetable",
      rows: examinationsLeft,
      one: "One examination names an invigilator who has left.",
      many: "examinations name an invigilator who has left.",
      deed: "Choose somebody else",
      link: "/staff/exam-timetable?left=1",
    },
  ],
};
