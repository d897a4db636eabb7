/**
 * Where property and model tests begin to draw, the same in every run of `npm test`: a change is never refused for what
 * another draw has found. TEST_SEED takes another; `npm run test:deep` draws anew each time. Set up before each test file.
 */
import * as fc from 'fast-check'

export const seed = Number(process.env['TEST_SEED'] ?? 1)

fc.configureGlobal({ seed })
