-- The inbound texts that a shop has not read yet: few at any time.
create index texts_unread on texts (created_at) where direction = 'in' and read_at is null;
