-- An export is a row before its file has its name, so that a process that is killed in
-- between leaves enough to tell whether the file was written.

ALTER TABLE export
  ADD COLUMN request_json TEXT COLLATE "C" CHECK (request_json IS NULL OR CAST(request_json AS JSON) IS NOT NULL),
  ADD COLUMN writer TEXT COLLATE "C";
COMMENT ON COLUMN export.request_json IS 'the whole task that wrote it, NULL for those of earlier versions';
COMMENT ON COLUMN export.writer IS 'pending: the folder that its writer keeps locked; NULL when it is done';

CREATE INDEX export_writer ON export (writer) WHERE writer IS NOT NULL;
