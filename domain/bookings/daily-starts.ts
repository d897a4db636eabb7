/** The bookable times of the specification (§9), on a mentor's own clock. Without Temporal, so that browsers load it too. */
export const DAILY_STARTS = ['14:30', '15:30', '16:30', '17:30', '18:30'] as const
