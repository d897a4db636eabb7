/** Ids of rows: UUIDs (RFC 9562). */

/** Whether a text from an address or a form can be a row's id. PostgreSQL refuses to compare an id with anything else. */
export const isRowId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
