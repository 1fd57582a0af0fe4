-- What TikTok's lists were last seen to hold, by video and by comment, and the pace that all replicas read them at.
ALTER TABLE comments DROP COLUMN replies_seen;
ALTER TABLE comment_polls DROP COLUMN watermark;
ALTER TABLE comment_polls RENAME COLUMN video_counts TO videos;

CREATE TABLE comment_threads (
  channel_account_id int NOT NULL,
  comment_id text NOT NULL,
  replies int NOT NULL,
  CONSTRAINT comment_threads_pkey PRIMARY KEY (channel_account_id, comment_id)
);

CREATE TABLE comment_pace (
  id int NOT NULL,
  free_at timestamptz(3) NOT NULL,
  CONSTRAINT comment_pace_pkey PRIMARY KEY (id)
);
INSERT INTO comment_pace (id, free_at) VALUES (1, 'epoch');
