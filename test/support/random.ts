// Random values of property tests are the same in each `npm test` (`setupFiles`), so that no test fails by chance.

import fc from 'fast-check'
import { seed } from './soak.ts'

fc.configureGlobal({ seed })
