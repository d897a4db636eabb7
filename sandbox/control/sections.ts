/** The frame of the page `/sandbox`, and its clock section. */
import { DEMO_CALENDAR } from '../calendar.ts'
import { DEMO_RECEIVER } from '../receiver.ts'
import { html } from 'hono/html'
import { zoneCity } from '#domain/time/zone'
import { fullMomentIn } from '#words/time'
import type { Markup } from '../look/page.ts'

export function controlBody(sections: Markup[], hasMailbox: boolean): Markup {
  return html`<h1>Sandbox</h1>
    <p>What stands in for the outside world of this demo, and what you can make happen there.</p>
    ${hasMailbox && html`<p><a href="/sandbox/mail">The emails that were sent</a></p>`}
    <p>A mentor’s other calendar, busy on weekdays from 15:00 to 17:00: <code>${DEMO_CALENDAR}</code></p>
    <p>A program that receives webhooks: <code>${DEMO_RECEIVER}</code></p>
    ${sections}`
}

export function refusedBody(message: string): Markup {
  return html`<h1>This cannot be done</h1>
    <p>${message}</p>
    <p><a href="/sandbox">Back to the sandbox</a></p>`
}

/** "Saturday 28 March 2026, 01:00 UTC" */
export const inUtc = (instant: Date) => `${fullMomentIn(instant, 'UTC')} UTC`

type ClockProps = { now: Date; zone: string; change: Date | null; movable: boolean }

export function clockSection({ now, zone, change, movable }: ClockProps): Markup {
  const place = zoneCity(zone)
  const coming = change
    ? html`In ${place} clocks are next changed on <time datetime="${change.toISOString()}">${inUtc(change)}</time>.`
    : `In ${place} clocks are not changed within two years.`
  return html`<section aria-labelledby="time">
    <h2 id="time">Time</h2>
    <p>
      For the product it is <time datetime="${now.toISOString()}"><strong>${inUtc(now)}</strong></time
      >. It can only go forward.
    </p>
    ${
      movable
        ? html`<form method="post" action="/sandbox/clock">
            <p class="actions">
              <button type="submit" name="step" value="hour">+1 h</button>
              <button type="submit" name="step" value="day">+1 day</button>
            </p>
            <p class="field">
              <label for="zone">Time zone</label>
              <select id="zone" name="zone" aria-describedby="change">
                ${zoneOptions(zone)}
              </select>
              <span id="change" class="quiet">${coming}</span>
            </p>
            <p class="actions"><button type="submit" name="step" value="change">To the next clock change</button></p>
          </form>`
        : html`<p>Payments are Stripe’s own here, whose time cannot be moved; so the product’s cannot either.</p>`
    }
  </section>`
}

const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/') && !zone.startsWith('Etc/'))

/** Grouped by region, because there are about four hundred. */
function zoneOptions(chosen: string): Markup[] {
  const known = zones.includes(chosen) ? zones : [chosen, ...zones]
  const regions = Map.groupBy(known, (zone) => zone.split('/')[0]!)
  return [...regions].map(
    ([region, members]) =>
      html`<optgroup label="${region}">
        ${members.map(
          (zone) => html`<option value="${zone}" ${zone === chosen && html`selected`}>${zoneCity(zone)}</option>`,
        )}
      </optgroup>`,
  )
}
