package store

import (
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Grants returns the statements with which the owner of a database on a server lets a role
// use it: for every command, workers included, or only for reading. The grants also apply to
// tables that this owner makes later. Grants does not connect.
func Grants(place, role string, reading bool) ([]string, error) {
	_, settings, err := serverConfig(place)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Shown(place), err)
	}
	schema, to := pgx.Identifier{settings["search_path"]}.Sanitize(), pgx.Identifier{role}.Sanitize()
	use, tables := "USAGE, CREATE", "SELECT, INSERT, UPDATE, DELETE"
	if reading {
		use, tables = "USAGE", "SELECT"
	}
	list := []string{
		"CREATE SCHEMA IF NOT EXISTS " + schema,
		"GRANT " + use + " ON SCHEMA " + schema + " TO " + to,
		"GRANT " + tables + " ON ALL TABLES IN SCHEMA " + schema + " TO " + to,
		"ALTER DEFAULT PRIVILEGES IN SCHEMA " + schema + " GRANT " + tables + " ON TABLES TO " + to,
	}
	if !reading { // the queue numbers its jobs
		list = append(list, "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA "+schema+" TO "+to,
			"ALTER DEFAULT PRIVILEGES IN SCHEMA "+schema+" GRANT USAGE, SELECT ON SEQUENCES TO "+to)
	}
	return list, nil
}
