/** "Euros" of "euros": for words that begin a line or stand alone. */
export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
