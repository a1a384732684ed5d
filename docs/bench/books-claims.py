"""Checks the paths in words of an English book of 9x9 on 7x10 inches (preset expert), from the PDF's text alone:
what a path strikes out is not what it places in that cell later, and each such cell is filled.

    gradoku book --preset expert --hints path --quota skyscraper=20 --generate-missing -o book.pdf
    python3 docs/bench/books-claims.py book.pdf

Needs pdftotext and pdfinfo (Debian: poppler-utils). A cell that is placed again begins the next puzzle.
"""
import re,subprocess,sys
def run(*a): return subprocess.run(["pdftotext",*a,sys.argv[1],"-"],capture_output=True,text=True).stdout
n=int(re.search(r"Pages: +(\d+)",subprocess.run(["pdfinfo",sys.argv[1]],capture_output=True,text=True).stdout).group(1))
first=max(i for i in range(1,n+1) if "Here is a complete path" in run("-f",str(i),"-l",str(i)))
t=""
for i in range(first,n+1):
    if "Answers to the Exercises" in run("-f",str(i),"-l",str(i)): break
    mid=256 if i%2==0 else 250
    for x,w in ((0,mid),(mid,504-mid)):
        t+=run("-f",str(i),"-l",str(i),"-x",str(x),"-y","55","-W",str(w),"-H","620")
s=re.sub(r"then r\dc\d [=≠] \d(?: → r\dc\d [=≠] \d)*","then"," ".join(t.split())) # a chain assumes and does not place
s=re.sub(r"(?:, |so )(r\dc\d) is (\d)\.",r" \1 = \2.",s) # what a chain concludes
val,rem,puzzles,bad,placed,removed={}, [],0,0,0,0
def close():
    global bad,puzzles
    puzzles+=1
    for c,d in rem:
        if val.get(c)==d or c not in val: bad+=1; print(puzzles,c,d,val.get(c))
for m in re.finditer(r"(r\dc\d) = (\d)|remove ((?:[\d, and]+ from (?:r\dc\d(?:, | and )?)+;? ?)+)",s):
    if m.group(1):
        c,d=m.group(1),m.group(2)
        if c in val: close(); val,rem={},[]
        val[c]=d; placed+=1
    else:
        for ds,cs in re.findall(r"([\d, and]+) from ((?:r\dc\d(?:, | and )?)+)",m.group(3)):
            for c in re.findall(r"r\dc\d",cs):
                for d in re.findall(r"\d",ds): rem.append((c,d)); removed+=1
close()
print(puzzles,"puzzles",placed,"placed",removed,"struck",bad,"wrong")
sys.exit(bad > 0)
