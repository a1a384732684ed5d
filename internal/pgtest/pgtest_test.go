package pgtest

import "testing"

// TestURL: every URL has a schema of its own to make.
func TestURL(t *testing.T) {
	for range 2 {
		Exec(t, URL(t), "SELECT 1 / CAST(current_schema() IS NULL AS int)",
			"SELECT set_config('test.schema', current_setting('search_path'), false)",
			"DO $$ BEGIN EXECUTE 'CREATE SCHEMA ' || current_setting('test.schema'); END $$", "CREATE TABLE t (a int)")
	}
}
