-- Files of JAMB's come in without the rows that are wrong; those stay beside the file, to be mended and brought later.
alter table portal.jamb_list
  add column leftout integer not null default 0 constraint jamb_list_leftout check (leftout >= 0),
  -- As a CSV file, each with what is wrong.
  add column refused text;

-- What a word of a CAPS return means that the portal does not know by itself; said once, for every file that follows.
create table portal.caps_word (
  -- In letters and figures alone, small.
  word text primary key constraint caps_word_word check (char_length(word) between 1 and 60),
  status text not null constraint caps_word_status check (status in ('Approved', 'Accepted', 'Pending', 'Not approved')),
  staff uuid not null constraint caps_word_staff references portal.staff,
  "updatedAt" timestamptz not null default now()
);
