//go:build !parquet

package corpus

import "errors"

// Parquet returns the format of Apache Parquet, in builds that have it.
func Parquet() (Format, error) {
	return Format{}, errors.New("this gradoku is built without Parquet")
}
