-- A row of plan was known by its number alone, which a database that is made anew or
-- restored gives to other work. Its random name is never given again, anywhere.
-- What 0003_cluster.sql says of times was not true before this version: workers told the
-- queue by their own clocks when to try a job again. They use the server's now.
-- Jobs of the queue do not have the names of older rows: their ranges are cut again.

ALTER TABLE plan ADD COLUMN name TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE plan SET name = CAST(gen_random_uuid() AS TEXT), planned = settled;
DELETE FROM staged;
ALTER TABLE plan ALTER COLUMN name DROP DEFAULT;
CREATE UNIQUE INDEX plan_name ON plan (name);

COMMENT ON COLUMN plan.name IS 'random; jobs and results name their plan by it, and it is checked when they are saved';
COMMENT ON COLUMN staged.result IS 'what it gave, in the form of package run';
COMMENT ON COLUMN given.entries IS 'what the file says, in the form of an earlier version';
COMMENT ON COLUMN plan.id IS 'for other tables of this database; jobs and workers use the name';
