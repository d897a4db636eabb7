/** Calendar entries as an independent parser reads them (ical.js). */
import ICAL from 'ical.js'

/** An entry's properties. `method`: its calendar's. */
type ParsedEntry = {
  type: string
  method: string | null
  uid: string
  summary: string
  start: Date | null
  text(name: string): string | null
  component: ICAL.Component
}

/** The events and to-dos in an iCalendar text. */
export function parseEntries(text: string): ParsedEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const readText = (component: ICAL.Component, name: string) =>
    component.getFirstPropertyValue(name)?.toString() ?? null
  return ['vevent', 'vtodo'].flatMap((type) =>
    calendar.getAllSubcomponents(type).map((component) => ({
      type,
      method: readText(calendar, 'method'),
      uid: readText(component, 'uid') ?? '',
      summary: readText(component, 'summary') ?? '',
      start: (component.getFirstPropertyValue('dtstart') as ICAL.Time | null)?.toJSDate() ?? null,
      text: (name) => readText(component, name),
      component,
    })),
  )
}
