-- How a mail was sent, so that the evidence of a dispute shows the words that the customer got: without text that people
-- typed, for an address that was not confirmed then, and with the shop's address for replies. Null: before this version.
alter table outbox add column is_plain boolean, add column reply_to text;
