package grade

// In a browser every byte is downloaded, so the widest does the work of the middle
// one: one copy of the search less, and hardly any position needs it.
const medium = large
