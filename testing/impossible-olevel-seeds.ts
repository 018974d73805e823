const disputed = (against: string) =>
  `with c as (select _id from portal.olevel_check limit 1), s as (select _id from portal.staff order by _id limit 2),
    first as (insert into portal.olevel_finding (_id, olevelcheck, round, outcome, checkedon, foundby)
      select gen_random_uuid(), c._id, 1, 'Confirmed', current_date, (select _id from s limit 1) from c returning *)
    insert into portal.olevel_finding (_id, olevelcheck, round, outcome, checkedon, words, foundby, against)
    select gen_random_uuid(), first.olevelcheck, 1, 'Differs', current_date, 'Lost', first.foundby, ${against} from first`;

export const olevelSeeds = {
  "sitting-without-check": "delete from portal.olevel_check",
  "disputed-by-one": [disputed("first._id"), "update portal.olevel_check set state = 'Disputed'"],
  "dispute-decided-by-finder": [
    disputed("null::uuid"),
    `update portal.olevel_check c set decidedby = f.foundby, "decidedAt" = now(), decision = 'Lost', state = 'Confirmed'
      from portal.olevel_finding f where f.olevelcheck = c._id`,
  ],
};
