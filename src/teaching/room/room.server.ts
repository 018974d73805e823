import { type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { rooms } from "./room.contract.ts";

const roomRules: RecordRules<typeof rooms> = {
  of: rooms,
  table: "room",
  within: "college-wide",
  constraints: {
    room_examcapacity: ["exam-seats-above-seats", "examcapacity", "Seats in an examination cannot be more than seats"],
  },
  instead: "Make it Inactive: what stands in it is shown as a clash, until it is moved",
};

/** Every room, as a part of a larger query. */
export const everyRoom = (): RawBuilder<unknown> =>
  sql`(select _id, code, name, capacity, coalesce(examcapacity, capacity) as examseats, status from portal.room)`;

export const roomNoun: Noun = {
  name: "room",
  records: [roomRules],
};
