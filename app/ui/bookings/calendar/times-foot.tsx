/** The foot of a page on which a time is chosen: a note, and the button that leads on once a time is chosen. */
import type { ReactNode } from 'react'
import * as m from '#messages/bookings'
import { Button } from '../../controls/button.tsx'
import { TIMES_FORM } from './time-list.tsx'

export const TimesFoot = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 flex min-h-20 items-center justify-between gap-4 border-t border-hair bg-deep step-gutter py-3 [@media(max-height:32rem)]:static">
    <p className="note">{children}</p>
    <NextButton />
  </div>
)

/** Leads on from the times; hidden until one is chosen. */
export const NextButton = () => (
  <Button
    type="submit"
    form={TIMES_FORM}
    name="step"
    value="details"
    className="min-w-24 group-not-has-[input[name=at]:checked]/step:hidden"
  >
    {m.next()}
  </Button>
)
