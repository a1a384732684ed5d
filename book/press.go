package book

import (
	"fmt"

	"github.com/ledongthuc/pdf"
)

// pressFaults looks in a PDF declared as "PDF/X-1a" (ISO 15930-1) for faults that nobody sees on paper. No free program
// checks all of them; a press does, and rejects the file. Other PDFs have no such
// requirements.
func (b *seenBook) pressFaults(doc *pdf.Reader) {
	info, intent := doc.Trailer().Key("Info"), doc.Trailer().Key("Root").Key("OutputIntents").Index(0)
	if info.Key("GTS_PDFXConformance").RawString() != "PDF/X-1a:2001" {
		return
	}
	b.press = "PDF/X-1a"
	b.pressFault(intent.Key("S").Name() != "GTS_PDFX" || intent.Key("OutputConditionIdentifier").RawString() == "", "the printing condition is not named")
	b.pressFault(doc.Trailer().Key("ID").Len() != 2, "the document has no ID")
	b.pressFault(info.Key("Trapped").Name() != "False", "the document does not say whether it is trapped")
}

func (b *seenBook) pressFault(is bool, what string) {
	if is {
		b.faults = append(b.faults, b.press+": "+what)
	}
}

// pressPageFaults does the same as pressFaults for a page.
func (b *seenBook) pressPageFaults(page pdf.Value, p *seenPage) {
	where := fmt.Sprintf("page %d ", len(b.pages)+1)
	trim, bleed := page.Key("TrimBox"), page.Key("BleedBox")
	within := trim.Len() == 4 && bleed.Len() == 4
	for i, sign := range []float64{1, 1, -1, -1} {
		within = within && sign*(trim.Index(i).Float64()-bleed.Index(i).Float64()) >= -slack
	}
	b.pressFault(!within, where+"has no trim box within a bleed box")
	b.pressFault(!page.Key("Annots").IsNull(), where+"has links")
	b.pressFault(!page.Key("Group").IsNull(), where+"has transparency")
	b.pressFault(p.rgb, where+"has colours other than those of a press")
}
