-- The record of a shop about a person ends with their account; that of the guest who became the account stays for the
-- payments.
alter table guests alter column contact_id drop not null;
