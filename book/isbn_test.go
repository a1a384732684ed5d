package book

import "testing"

func TestValidISBN(t *testing.T) {
	for _, c := range []struct {
		isbn string
		want bool
	}{
		{"978-3-16-148410-0", true}, // the example of the standard's literature
		{"9783161484100", true},
		{"978 3 16 148410 0", true},
		{"0-306-40615-2", true},
		{"0-8044-2957-X", true},
		{"080442957x", true},
		{"978-3-16-148410-1", false},
		{"978-3-16-148140-0", false}, // two digits changed places
		{"977-3-16-148410-3", false}, // no book's prefix
		{"0-306-40615-3", false},
		{"X-306-40615-2", false},
		{"978-3-16-14841", false},
		{"pending", false},
		{"٩٧٨٣١٦١٤٨٤١٠٠", false},
		{"", false},
	} {
		if got := validISBN(c.isbn); got != c.want {
			t.Errorf("validISBN(%q) = %v, want %v", c.isbn, got, c.want)
		}
	}
}
