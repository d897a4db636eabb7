import { randomBytes } from 'node:crypto'

/** What a response and the lines of the log about its request have in common, in the header `x-request-id`. */
export const newRequestId = (): string => randomBytes(9).toString('base64url')
