-- Links by which students who were brought in choose their passwords: to whom the last one went, and when.

create table portal.student_invitation (
  student uuid primary key constraint student_invitation_student references portal.student,
  invitedby uuid not null constraint student_invitation_invitedby references portal.staff,
  "invitedAt" timestamptz not null default now(),
  -- When the letter was written; null while it waits for its turn.
  "mailedAt" timestamptz constraint student_invitation_mailed check ("mailedAt" >= "invitedAt"),
  -- How often.
  times integer not null default 1 constraint student_invitation_times check (times > 0)
);
create index student_invitation_by_time on portal.student_invitation ("invitedAt");

-- Every living student who has an account, with how far he or she has come to sign in.
create view portal.student_entry as
  select s._id, s.applicant, s.matric, s.lastname, s.name, s.emailaddress, s.programme, s.session, s.level, s.search,
    s."createdAt", i."invitedAt", i.invitedby, coalesce(i.times, 0) as times,
    case when a.password is not null then 'Has a password'
      when i.student is null then 'Not invited'
      when i."invitedAt" > now() - interval '30 days' then 'Invited'
      else 'Link lapsed' end as state
  from portal.student s
    join portal.applicant a on a._id = s.applicant
    left join portal.student_invitation i on i.student = s._id
  where s.status in ('Active', 'Deferred', 'Suspended', 'Rusticated');
