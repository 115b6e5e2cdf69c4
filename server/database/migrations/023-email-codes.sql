-- Requests of a sign-in code, until they expire. A job mails the code: asking takes the same time for every address.
create table email_codes (
  -- The challenge, known to the browser that asked.
  id uuid primary key,
  email text not null check (email = lower(email)),
  -- A keyed hash. Null until the code is mailed, and always for an account that may not sign in with one.
  code_hash text,
  tries integer not null default 0,
  requested_at timestamptz not null,
  -- When the job took care of the request.
  answered_at timestamptz,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_codes_to_answer on email_codes (requested_at) where answered_at is null;
create index email_codes_by_end on email_codes (expires_at);
create index email_codes_by_email on email_codes (email);
