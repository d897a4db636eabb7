/** A text that someone typed as one line: in Unicode's composed form (NFC), with single spaces and none at its ends. */
export const oneLine = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** Whether it has no control characters and halves of characters, which a page or an email's head cannot show. */
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
export const isShown = (text: string): boolean => text.isWellFormed() && !/[\u0000-\u001F\u007F]/.test(text)
