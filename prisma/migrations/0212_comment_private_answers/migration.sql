-- What became of a reply's private message, so that a run that is made again does not send it again.
ALTER TABLE comment_replies ADD COLUMN private_message jsonb;
