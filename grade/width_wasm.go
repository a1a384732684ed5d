package grade

// In a browser every byte is downloaded, so the widest does the work of the middle
// ones: two copies of the search less, and hardly any position needs them.
const medium, wide = large, large
