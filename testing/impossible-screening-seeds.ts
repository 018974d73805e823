const DAY = "01900000-0000-7000-8000-00000000da11";
const SLOT = "01900000-0000-7000-8000-000000005107";

/** A screening day of the session that admits with one slot, and whoever has applied booked for it; nothing is counted. */
const booked = (state = "Open"): readonly string[] => [
  `insert into portal.screening_day (_id, session, name, day, hall, starts, ends, minutes, places, state)
    select '${DAY}', session, 'Lost', current_date + 3, 'Lost', '08:00', '09:00', 60, 1, '${state}' from portal.application limit 1`,
  `insert into portal.screening_slot (_id, day, number, starts, ends, places)
    values ('${SLOT}', '${DAY}', 1, now(), now() + interval '1 hour', 1)`,
  `insert into portal.screening_booking (_id, applicant, day, slot)
    select _id, applicant, '${DAY}', '${SLOT}' from portal.application limit 1`,
];

export const screeningSeeds = {
  "screening-overbooked": booked(),
  "screening-miscounted": booked(),
  "screened-elsewhere": booked("Cancelled"),
};
