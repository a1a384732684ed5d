package ordered

import _ "gradoku/internal/boardtest" // makes property tests use the same examples each time
