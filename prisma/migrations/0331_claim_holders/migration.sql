-- Which worker process claimed it: its number in worker_presence, so that the claims of one that is gone end at once.
ALTER TABLE comment_polls ADD COLUMN holder INTEGER;
ALTER TABLE channel_tokens ADD COLUMN holder INTEGER;
ALTER TABLE removal_jobs ADD COLUMN holder INTEGER;
