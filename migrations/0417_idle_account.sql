-- Accounts of the office that nobody uses: their owners are told, and later they are closed. Nothing is deleted.

alter table portal.staff_account
  -- When its owner was told that it will be closed; null again once it is used.
  add column "idleToldAt" timestamptz,
  -- When an administrator opened it anew.
  add column "reopenedAt" timestamptz,
  add column "closedAt" timestamptz;

-- When each account was last used. What was never used counts from the day on which it was made.
create view portal.account_use as
  select s._id, s.firstname, s.emailaddress, s.department, s.status, concat_ws(' ', s.title, s.firstname, s.lastname) as name, s.search,
    a."signedInAt", a."idleToldAt", a."closedAt", s."createdAt", used."at" as "usedAt",
    floor(extract(epoch from now() - used."at") / 86400)::int as idledays
  from portal.staff_account a join portal.staff s on s._id = a.staff
  cross join lateral (select greatest(s."createdAt", a."signedInAt", a."reopenedAt",
    (select max(seen."seenAt") from portal.staff_session seen where seen.staff = a.staff)) as "at") used;

-- A number that the college has set, or the usual one.
create function portal.setting_number(wanted text, usual integer) returns integer language sql stable as $$
  select coalesce((select (value #>> '{}')::integer from portal.setting where name = wanted), usual)
$$;

-- Those that were not used for as long as the college lets them stand. Nobody's is closed who was not told, nor sooner after that than the days
-- between telling and closing: so a college that begins with old accounts tells first. The usual numbers stand in the contract of the
-- settings too.
create view portal.idle_account as
  select u.*, d.telling, d.closing,
    greatest(d.closing - u.idledays, case when u."idleToldAt" >= u."usedAt"
      then d.closing - d.telling - floor(extract(epoch from now() - u."idleToldAt") / 86400)::int else d.closing - d.telling end) as daysleft,
    case when u."closedAt" is null and u."idleToldAt" >= u."usedAt" then (greatest(u."usedAt" + make_interval(days => d.closing),
      u."idleToldAt" + make_interval(days => d.closing - d.telling)) at time zone 'Africa/Lagos')::date end as closeson,
    u."closedAt" is null and u.idledays >= d.closing and coalesce(u."idleToldAt" >= u."usedAt"
      and u."idleToldAt" <= now() - make_interval(days => d.closing - d.telling), false) as isdue,
    exists (select from portal.group_member m join portal.user_group g on g._id = m."group"
      where m.staff = u._id and g.key = 'administrators') as isadministrator
  from portal.account_use u cross join lateral (select told as telling, greatest(told + 7, closed) as closing
    from (select portal.setting_number('idleTellDays', 90) as told, portal.setting_number('idleCloseDays', 120) as closed) set) d
  where u.status = 'Active' and u.idledays >= d.telling and d.telling > 0;
