-- An export is a row before its file has its name, so that a process that is killed in
-- between leaves enough to tell whether the file was written.

-- The schema is read again, because an earlier migration edits its text.
PRAGMA writable_schema = RESET;

-- As there, the text is put in order by hand.
ALTER TABLE export ADD COLUMN request_json TEXT CHECK (request_json IS NULL OR json_valid(request_json));
ALTER TABLE export ADD COLUMN writer TEXT;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    '                       -- when' || char(10) || ', request_json TEXT CHECK (request_json IS NULL OR json_valid(request_json)), writer TEXT)',
    ',                      -- when' || char(10) ||
    '  request_json TEXT CHECK (request_json IS NULL OR json_valid(request_json)), -- the whole task that wrote it, NULL for those of earlier versions' || char(10) ||
    '  writer      TEXT                                -- pending: the folder that its writer keeps locked; NULL when it is done' || char(10) || ')')
  WHERE type = 'table' AND name = 'export';
PRAGMA writable_schema = OFF;

CREATE INDEX export_writer ON export (writer) WHERE writer IS NOT NULL;
