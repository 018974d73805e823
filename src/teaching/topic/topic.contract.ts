import * as v from "valibot";
import { beginsRunning } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, maybe, refersTo, status, whole } from "#console/record/record.fields.contract.ts";
import { reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

/** So many in one class: portal.topic_place. */
export const MOST_TOPICS = 500;

/** What a class is taught, in its order. Specification 3 names label and status; contract 5 adds course, place and week. */
export const topics = record({
  noun: "topic",
  one: "Topic",
  many: "Topics",
  page: "my-courses",
  link: "/staff/my-courses/topics",
  entries: {
    course: refersTo("Course", "course"),
    label: atLeastTwo("Topic", 160),
    status,
    week: maybe(whole("Week", 1, 30)),
    place: v.pipe(
      maybe(whole("Place", 1, MOST_TOPICS)),
      v.description("Left empty: behind the others of its class"),
      v.title("Place"),
    ),
  },
  kept: { session: refersTo("Session", "session") },
  title: ["label"],
  columns: ["label", "course", "week", "place", "status"],
  sorts: ["label", "createdAt"],
  filters: ["session", "course", "status"],
  beginsBy: beginsRunning,
  searched: "topic",
  key: ["course", "label"],
});

/** What is typed of a topic within its class, where the course is known. */
export const topicEntries = {
  label: atLeastTwo("Topic", 160),
  week: maybe(whole("Week", 1, 30)),
  status,
};

const path = "/staff/ms_topic";

/** The topics of a class as they are to stand: all of them, so that nobody orders what another has just changed. */
export const orderTopics = post(
  `${path}/order`,
  "Puts all topics of a class into another order",
  fields({
    class: reference("Class"),
    topics: v.pipe(v.array(v.string()), v.maxLength(MOST_TOPICS), v.title("Topics")),
  }),
  done({}),
);

const formerTopic = v.strictObject({ _id: v.string(), label: v.string(), week: v.nullable(v.number()) });

export const readFormerTopics = get(
  `${path}/former/:class`,
  "The active topics of the same code in the latest session before, as far as they were not copied yet",
  v.strictObject({ session: v.nullable(v.string()), list: v.array(formerTopic) }),
);

export const copyTopics = post(
  `${path}/copy`,
  "Copies topics of the session before into a class, each once, behind those that it has",
  fields({
    class: reference("Class"),
    topics: v.pipe(
      v.array(v.string()),
      v.minLength(1, "Choose at least one topic"),
      v.maxLength(MOST_TOPICS),
      v.title("Topics"),
    ),
  }),
  done({ count: v.number() }),
);
