-- A list of a hundred thousand lines is made by a job: it stands there at once, and its lines and file come together.
alter table portal.outgoing_list
  -- So many lines are in the file already, for who waits for it.
  add column written integer not null default 0,
  alter column bytes drop not null,
  alter column digest drop not null,
  drop constraint outgoing_list_state,
  add constraint outgoing_list_state check (state in ('Being made', 'Made', 'Signed off', 'Superseded', 'Dropped')),
  drop constraint outgoing_list_decided,
  add constraint outgoing_list_decided
    check ((state in ('Being made', 'Made')) = (decidedby is null) and (decidedby is null) = ("decidedAt" is null)),
  add constraint outgoing_list_has_file check ((bytes is null) = (digest is null)
    and case state when 'Being made' then digest is null when 'Dropped' then true else digest is not null end);
drop index portal.outgoing_list_one_made;
create unique index outgoing_list_one_made on portal.outgoing_list (kind, session, programme, level) nulls not distinct
  where state in ('Being made', 'Made');
-- Whoever drops a list that is being made does not wait for it.
alter table portal.outgoing_list_line alter constraint outgoing_list_line_of deferrable initially deferred;

create or replace function portal.guard_outgoing_list() returns trigger language plpgsql as $$
begin
  if (new._id, new.kind, new.session, new.programme, new.level, new.edition, new.title, new.filename, new.madeby, new."createdAt")
    is distinct from
     (old._id, old.kind, old.session, old.programme, old.level, old.edition, old.title, old.filename, old.madeby, old."createdAt")
    or old.state <> 'Being made' and (new.people, new.held, new.written, new.bytes, new.digest)
      is distinct from (old.people, old.held, old.written, old.bytes, old.digest)
    or old.state not in ('Being made', 'Made') and (new.decidedby, new."decidedAt") is distinct from (old.decidedby, old."decidedAt") then
    raise exception 'a list stays as it was made';
  end if;
  if not (old.state = 'Being made' and new.state in ('Being made', 'Made', 'Dropped') or old.state = 'Made' and new.state in ('Signed off', 'Dropped')
    or old.state = 'Signed off' and new.state = 'Superseded') then
    raise exception 'a list does not go from % to %', old.state, new.state using constraint = 'outgoing_list_step';
  end if;
  return new;
end $$;

-- What the newest answer of CAPS says of one place, for who has joined it: for many at once. `returned` is asked where there is none.
create function portal.caps_said(status text, approved uuid, wanted uuid, returned boolean) returns text
  language sql immutable parallel safe as $$
  select case when status in ('Approved', 'Accepted') and approved <> wanted then 'Other programme'
    when status is not null then status when returned then 'Not in the return' else 'No return yet' end
$$;

create or replace function portal.caps_standing(of_session uuid, of_jamb text, of_programme uuid) returns text
  language sql stable parallel safe as $$
  select portal.caps_said(r.status, k.programme, of_programme, case when r.jamb is null then
    exists (select from portal.caps_return other where other.session = of_session) end)
  from (select) one left join portal.caps_return r on r.session = of_session and r.jamb = of_jamb and r.newest
    left join portal.jamb_course k on k._id = r.course
$$;

-- A right may reach the department in which somebody works, without heading it.
alter table portal.user_group drop constraint user_group_scope,
  add constraint user_group_scope check (scope in ('all', 'college', 'department', 'unit'));
alter table portal.user_permission drop constraint user_permission_scope,
  add constraint user_permission_scope check (scope in ('all', 'college', 'department', 'unit'));
