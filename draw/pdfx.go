//go:build !wasm

package draw

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// PDFKinds are the purposes of a PDF: any reader; a press that requires PDF/X-1a:2001
// (ISO 15930-1) or PDF/X-4 (ISO 15930-7:2010).
var PDFKinds = []string{"plain", PDFX1a, PDFX4}

// The kinds with requirements.
const (
	PDFX1a = "x1a"
	PDFX4  = "x4"
)

// PDFOptions describe the purpose of a PDF. The zero value is a plain PDF.
type PDFOptions struct {
	Kind      string `json:",omitempty"` // one of PDFKinds, "" for the first
	Condition string `json:",omitempty"` // for PDF/X: one of PrintConditions, "" for the first
	Profile   []byte `json:"-"`          // for PDF/X-4: the ICC profile of the press
}

// PrintConditions are names of standard printing conditions in the registry that PDF/X
// refers to (International Color Consortium, Characterization Data Registry). PDF/X-1a
// needs no profile for a registered condition. If only black is printed, the choice
// hardly matters.
var PrintConditions = []string{"CGATS TR 001", "CGATS TR 006", "FOGRA27", "FOGRA39", "FOGRA47", "FOGRA51", "FOGRA52", "JC200103"}

// Check refuses contradictory options.
func (o *PDFOptions) Check() error {
	switch {
	case o.Kind != "" && !slices.Contains(PDFKinds, o.Kind):
		return fmt.Errorf("there is no kind of PDF %q: use %s", o.Kind, strings.Join(PDFKinds, ", "))
	case o.Condition != "" && !slices.Contains(PrintConditions, o.Condition):
		return fmt.Errorf("there is no printing condition %q: use %s", o.Condition, strings.Join(PrintConditions, ", "))
	case o.Kind == PDFX4 && o.Profile == nil:
		return fmt.Errorf("PDF/X-4 needs the ICC profile of the press, and none is given")
	case (o.Condition != "" || o.Profile != nil) && !o.press():
		return fmt.Errorf("printing conditions and profiles belong to PDF/X")
	case o.Profile != nil:
		_, err := profileColours(o.Profile)
		return err
	}
	return nil
}

// press reports whether the PDF is a PDF/X for a press.
func (o *PDFOptions) press() bool { return o.Kind == PDFX1a || o.Kind == PDFX4 }

// profileColours returns the number of colours of an ICC profile. The profile must be
// one of a press: of the class "prtr" (ICC.1:2010, 7.2), in grey or four colours.
func profileColours(icc []byte) (int, error) {
	if len(icc) < 132 || string(icc[36:40]) != "acsp" || int(binary.BigEndian.Uint32(icc)) > len(icc) {
		return 0, fmt.Errorf("the profile is not an ICC profile")
	}
	colours := map[string]int{"GRAY": 1, "CMYK": 4}[string(icc[16:20])]
	if string(icc[12:16]) != "prtr" || colours == 0 || icc[8] > 4 {
		return 0, fmt.Errorf("the ICC profile of class %q and colour space %q is not for a press in CMYK or grey", icc[12:16], icc[16:20])
	}
	return colours, nil
}

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
func (doc *Document) pressReady(f *pdfFile) error {
	hash := sha256.New()
	for _, o := range f.objects {
		hash.Write(o)
	}
	id := hash.Sum(nil)[:16]
	f.trailer += fmt.Sprintf("/ID [<%X> <%X>]\n", id, id)
	for i := range doc.Pages {
		// The trim box already exists. The bleed box is the whole paper.
		f.insert(pageObject(i), "/Parent 1 0 R\n", fmt.Sprintf("/BleedBox [0 0 %.2f %.2f]\n", doc.Pages[i].Right, doc.Pages[i].Bottom))
	}
	condition := doc.PDFOptions.Condition
	if condition == "" {
		condition = PrintConditions[0]
	}
	intent := fmt.Sprintf("/OutputConditionIdentifier (%s) /RegistryName (http://www.color.org) /Info (%s)", condition, condition)
	if doc.Profile != nil {
		colours, err := profileColours(doc.Profile)
		if err != nil {
			return err
		}
		if doc.PDFOptions.Condition == "" { // then only the profile describes the condition
			intent = "/OutputConditionIdentifier (Custom) /Info (as in the profile)"
		}
		intent += fmt.Sprintf(" /DestOutputProfile %d 0 R", f.stream(fmt.Sprintf("/N %d /Filter /FlateDecode", colours), deflated(doc.Profile)))
	}
	info := "/Trapped /False\n"
	if doc.Kind == PDFX1a {
		info += "/GTS_PDFXVersion (PDF/X-1:2001)\n/GTS_PDFXConformance (PDF/X-1a:2001)\n"
	} else {
		f.head = bytes.Replace(f.head, []byte("%PDF-1.3"), []byte("%PDF-1.6"), 1)
	}
	f.insert(f.info(), "<<\n", info)
	metadata := f.stream("/Type /Metadata /Subtype /XML", doc.metadata(id))
	f.insert(f.catalog(), "/Type /Catalog\n", fmt.Sprintf("/OutputIntents [<</Type /OutputIntent /S /GTS_PDFX %s>>]\n/Metadata %d 0 R\n", intent, metadata))
	return nil
}

func deflated(data []byte) []byte {
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	_, _ = z.Write(data) // writing to a buffer never fails
	_ = z.Close()
	return out.Bytes()
}

// metadata returns the information dictionary as XMP (ISO 16684-1), with the entries that a PDF/X
// requires in addition.
func (doc *Document) metadata(id []byte) []byte {
	version := "<pdfx:GTS_PDFXVersion>PDF/X-1:2001</pdfx:GTS_PDFXVersion><pdfx:GTS_PDFXConformance>PDF/X-1a:2001</pdfx:GTS_PDFXConformance>"
	if doc.Kind == PDFX4 {
		version = "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>"
	}
	author := ""
	if doc.Author != "" {
		author = "<dc:creator><rdf:Seq><rdf:li>" + escaped(doc.Author) + "</rdf:li></rdf:Seq></dc:creator>"
	}
	return fmt.Appendf(nil, `<?xpacket begin="%s" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:title>%s
<pdf:Producer>%s</pdf:Producer>
<xmp:CreateDate>%[5]s</xmp:CreateDate><xmp:ModifyDate>%[5]s</xmp:ModifyDate><xmp:MetadataDate>%[5]s</xmp:MetadataDate>
<pdf:Trapped>False</pdf:Trapped>%[6]s
<xmpMM:DocumentID>uuid:%[7]x-%[8]x-%[9]x-%[10]x-%[11]x</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`, "\ufeff", escaped(doc.Title), author, escaped(doc.Producer), cmp.Or(doc.Date, born).Format("2006-01-02T15:04:05"),
		version, id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
