-- The reason why results are not being saved was only in the log of the committer.

ALTER TABLE plan ADD COLUMN trouble TEXT COLLATE "C";
COMMENT ON COLUMN plan.trouble IS 'the last error of its committer, NULL when it has saved results since';
