-- Files that a job deletes from `due_at` on: those of deleted accounts, and those of uploads that ended without a row of `fitment_photos`.
-- An upload writes its row here, an hour ahead, before it stores the file, and deletes it with the insert of the photo.
create table photo_deletions (
  photo_id uuid primary key,
  storage_key text not null,
  due_at timestamptz not null
);
create index photo_deletions_due on photo_deletions (due_at);
