-- The person of the shop who was told that the customer comes; null for the customer's own answers.
alter table appointments add column confirmation_actor_id text references users;
