//go:build !wasm

package draw

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
)

// PDFKinds are the purposes of a PDF: any reader, or a press that requires PDF/X.
var PDFKinds = []string{"plain", PDFX1a}

// PDFX1a is PDF/X-1a:2001 (ISO 15930-1). Later parts of the standard add transparency and colour
// profiles, which no page here uses.
const PDFX1a = "x1a"

// PDFOptions describe the purpose of a PDF. The zero value is a plain PDF.
type PDFOptions struct {
	Kind      string `json:",omitempty"` // one of PDFKinds, "" for the first
	Condition string `json:",omitempty"` // for PDF/X: one of PrintConditions, "" for the first
}

// PrintConditions are names of standard printing conditions in the registry that PDF/X
// refers to (International Color Consortium, Characterization Data Registry). A registered
// condition needs no profile. If only black is printed, the choice
// hardly matters.
var PrintConditions = []string{"CGATS TR 001", "CGATS TR 006", "FOGRA27", "FOGRA39", "FOGRA47", "FOGRA51", "FOGRA52", "JC200103"}

// Check refuses contradictory options.
func (o *PDFOptions) Check() error {
	if o.Condition != "" && !o.press() {
		return errors.New("printing conditions belong to PDF/X")
	}
	return nil
}

// press reports whether the PDF is a PDF/X for a press.
func (o *PDFOptions) press() bool { return o.Kind == PDFX1a }

// mostInk is the maximum ink coverage of a point, out of 4. IngramSpark reportedly
// allows 240%, the lowest of the supported printers; its File Creation Guide was not
// available to confirm this.
const mostInk = 2.4

// pressColour returns the operator that sets a colour in the inks of a press. Greys are
// black ink. Other colours are mixed from four inks, where black replaces the common part
// of cyan, magenta and yellow.
func pressColour(c RGB) string {
	red, green, blue := rgb(c)
	if red == green && green == blue {
		return fmt.Sprintf("%.3f g", float64(red)/255)
	}
	most := float64(max(red, green, blue))
	k := 1 - most/255
	mix := [3]float64{1 - float64(red)/most, 1 - float64(green)/most, 1 - float64(blue)/most}
	if sum := mix[0] + mix[1] + mix[2]; k+sum > mostInk {
		for i := range mix {
			mix[i] *= (mostInk - k) / sum
		}
	}
	return fmt.Sprintf("%.3f %.3f %.3f %.3f k", mix[0], mix[1], mix[2], k)
}

// pressReady turns a PDF into a PDF/X. It adds the printing condition, the metadata,
// the page boxes, the document's identity, and the entry that its inks are not trapped
// (made to overlap for imprecise presses).
func (doc *Document) pressReady(f *pdfFile) {
	hash := sha256.New()
	for _, o := range f.objects {
		hash.Write(o)
	}
	id := hash.Sum(nil)[:16]
	f.trailer += fmt.Sprintf("/ID [<%X> <%X>]\n", id, id)
	for i := range doc.Pages {
		// The trim box already exists. The bleed box is the whole paper. fpdf writes the page
		// tree, the resources, and then each page and its contents.
		f.insert(3+2*i, "/Parent 1 0 R\n", fmt.Sprintf("/BleedBox [0 0 %.2f %.2f]\n", doc.Pages[i].Right, doc.Pages[i].Bottom))
	}
	condition := cmp.Or(doc.Condition, PrintConditions[0])
	intent := fmt.Sprintf("/OutputConditionIdentifier (%s) /RegistryName (http://www.color.org) /Info (%s)", condition, condition)
	f.insert(f.catalog()-1, "<<\n", "/Trapped /False\n/GTS_PDFXVersion (PDF/X-1:2001)\n/GTS_PDFXConformance (PDF/X-1a:2001)\n")
	metadata := f.stream("/Type /Metadata /Subtype /XML", doc.metadata(id))
	f.insert(f.catalog(), "/Type /Catalog\n", fmt.Sprintf("/OutputIntents [<</Type /OutputIntent /S /GTS_PDFX %s>>]\n/Metadata %d 0 R\n", intent, metadata))
}

// metadata returns the information dictionary as XMP (ISO 16684-1), with the entries that a PDF/X
// requires in addition.
func (doc *Document) metadata(id []byte) []byte {
	author := ""
	if doc.Author != "" {
		author = "<dc:creator><rdf:Seq><rdf:li>" + escaped(doc.Author) + "</rdf:li></rdf:Seq></dc:creator>"
	}
	return fmt.Appendf(nil, `<?xpacket begin="%s" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/">
<dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:title>%s
<pdf:Producer>%s</pdf:Producer>
<xmp:CreateDate>%[5]s</xmp:CreateDate><xmp:ModifyDate>%[5]s</xmp:ModifyDate><xmp:MetadataDate>%[5]s</xmp:MetadataDate>
<pdf:Trapped>False</pdf:Trapped><pdfx:GTS_PDFXVersion>PDF/X-1:2001</pdfx:GTS_PDFXVersion><pdfx:GTS_PDFXConformance>PDF/X-1a:2001</pdfx:GTS_PDFXConformance>
<xmpMM:DocumentID>uuid:%[6]x-%[7]x-%[8]x-%[9]x-%[10]x</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`, "\ufeff", escaped(doc.Title), author, escaped(doc.Producer), cmp.Or(doc.Date, born).Format("2006-01-02T15:04:05"),
		id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
