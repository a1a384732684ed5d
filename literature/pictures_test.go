package literature

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"gradoku/draw"
)

func picturesOf(t *testing.T, documents ...string) []Picture {
	t.Helper()
	list, err := Pictures(t.Context(), documents)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// bodies lists the texts of a picture.
func bodies(p *draw.Page) []string {
	var list []string
	for _, x := range p.Texts {
		list = append(list, x.Body)
	}
	return list
}

// All are drawn, say what they are, and keep to the paper with letters a fifth wider
// than the Go fonts have, as some viewers' are.
func TestPictures(t *testing.T) {
	list := picturesOf(t)
	var names []string
	for _, p := range list {
		names = append(names, p.Name)
		var svg, png bytes.Buffer
		if err := errors.Join(p.Page.SVG(&svg, 0), p.Page.PNG(&png, 0)); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if p.Page.Title == "" || p.Page.Description == "" || !strings.HasPrefix(p.Name, p.Document+"-") {
			t.Errorf("%s of %s: title %q, description %q", p.Name, p.Document, p.Page.Title, p.Page.Description)
		}
		fonts := draw.GoFonts()
		for _, x := range p.Page.Texts {
			half := 1.2 * fonts.Face(x.Style).Width(x.Body) * x.Size / 2
			if x.X-half < p.Page.Left || x.X+half > p.Page.Right || x.Y-x.Size/2 < p.Page.Top || x.Y+x.Size/2 > p.Page.Bottom {
				t.Errorf("%s: %q runs off the paper", p.Name, x.Body)
			}
		}
		for _, r := range p.Page.Shades {
			if r.W <= 0 || r.H <= 0 || r.X < p.Page.Left || r.X+r.W > p.Page.Right || r.Y < p.Page.Top || r.Y+r.H > p.Page.Bottom {
				t.Errorf("%s: %+v is off the paper", p.Name, r)
			}
		}
	}
	if want := []string{"moler-4", "moler-11", "moler-12", "models-1", "models-2", "models-3"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	if got := picturesOf(t, "tutorial", "models"); len(got) != 3 {
		t.Errorf("%d pictures of models", len(got))
	}
}

// Figure 1 shows the shares that table 2 prints, in the order of its rows.
func TestSharesPicture(t *testing.T) {
	two := TableOf("table2")
	var want []string
	for i := range two.Rows {
		for _, share := range two.Rows[i][1:] {
			if share != "" {
				want = append(want, share)
			}
		}
	}
	page := picturesOf(t, "models")[0].Page
	got := slices.DeleteFunc(bodies(page), func(s string) bool { return !strings.HasPrefix(s, "0.") })
	if !slices.Equal(got, want) || len(page.Shades) != len(want) {
		t.Errorf("%d bars, shares %v, want %v", len(page.Shades), got, want)
	}
	// Bars are as high as their shares.
	if a, b := page.Shades[0].H, page.Shades[1].H; a < 2.999*b || a > 3.001*b {
		t.Errorf("bars of 0.75 and 0.25 are %v and %v high", a, b)
	}
}

// Figure 2 has the five borders, the misprint, and the freedoms of the paper's puzzles.
func TestBandsPicture(t *testing.T) {
	texts := bodies(picturesOf(t, "models")[1].Page)
	for _, want := range []string{"700", "820", "940", "1060", "1180", "1300", "level 1", "level 5", "level 5 as printed: 1080-1300", "698", "880", "922", "1008", "1054"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is missing in %q", want, texts)
		}
	}
}

// Figure 3 has each letter as often as its X+Y can be made, A at the lower left.
func TestLettersPicture(t *testing.T) {
	page := picturesOf(t, "models")[2].Page
	count := map[string]int{}
	var first draw.Text
	for _, x := range page.Texts {
		if x.Style == draw.Bold {
			count[x.Body]++
			if x.Body == "A" {
				first = x
			}
		}
	}
	for i, letter := range strings.Split("ABCDEFGHI", "") {
		if want := 5 - max(i-4, 4-i); count[letter] != want {
			t.Errorf("%s stands %d times, want %d", letter, count[letter], want)
		}
	}
	for _, x := range page.Texts {
		if x.Style == draw.Bold && (x.X < first.X || x.Y > first.Y) {
			t.Errorf("%s is to the left of A or below", x.Body)
		}
	}
}

func TestPicturesCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Pictures(ctx, []string{"moler"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
