import * as m from '#messages/site'

/** A mentor's average of stars: "4.9", "5,0" in Spanish. */
export const formatAverage = (average: number): string => average.toFixed(1).replace('.', m.decimalMark())
