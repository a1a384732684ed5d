package book

import (
	"fmt"

	"github.com/ledongthuc/pdf"
)

// pressFaults looks in a PDF declared as "PDF/X-1a" (ISO 15930-1) for faults that nobody sees on paper. No free program
// checks all of them; a press does, and rejects the file. Other PDFs have no such
// requirements.
func pressFaults(doc *pdf.Reader) (version string, faults []string) {
	info, root := doc.Trailer().Key("Info"), doc.Trailer().Key("Root")
	if info.Key("GTS_PDFXConformance").RawString() != "PDF/X-1a:2001" {
		return "", nil
	}
	version = "PDF/X-1a"
	complain := func(is bool, format string, args ...any) {
		if is {
			faults = append(faults, version+": "+fmt.Sprintf(format, args...))
		}
	}
	intent := root.Key("OutputIntents").Index(0)
	complain(intent.Key("S").Name() != "GTS_PDFX" || intent.Key("OutputConditionIdentifier").RawString() == "", "the printing condition is not named")
	complain(doc.Trailer().Key("ID").Len() != 2, "the document has no ID")
	complain(info.Key("Trapped").Name() != "False", "the document does not say whether it is trapped")
	return version, faults
}

// pressPageFaults does the same as pressFaults for a page.
func (b *seenBook) pressPageFaults(page pdf.Value, p *seenPage) {
	number := len(b.pages) + 1
	complain := func(is bool, what string) {
		if is {
			b.faults = append(b.faults, fmt.Sprintf("%s: page %d %s", b.press, number, what))
		}
	}
	trim, bleed := page.Key("TrimBox"), page.Key("BleedBox")
	within := trim.Len() == 4 && bleed.Len() == 4
	for i, sign := range []float64{1, 1, -1, -1} {
		if within && sign*(trim.Index(i).Float64()-bleed.Index(i).Float64()) < -slack {
			within = false
		}
	}
	complain(!within, "has no trim box within a bleed box")
	complain(!page.Key("Annots").IsNull(), "has links")
	complain(!page.Key("Group").IsNull(), "has transparency")
	complain(p.rgb, "has colours other than those of a press")
}
