package ordered

import _ "gradoku/internal/boardtest" // property tests draw the same examples each time
