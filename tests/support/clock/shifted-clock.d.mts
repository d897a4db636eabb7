export const ahead: number
export function shiftClock(milliseconds: number): void
