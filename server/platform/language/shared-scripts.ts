/**
 * Whether a script of the browser is the same in all languages, by the name of its file: it has no messages. The others are in a folder
 * for each language (`scripts/generate/localize.ts`).
 */
export const isSharedScript = (file: string): boolean => /(?:^|\/)(?:framework|rolldown-runtime)-[^/]*$/.test(file)
