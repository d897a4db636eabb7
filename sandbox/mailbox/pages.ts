/**
 * Received mails as pages and as JSON. The HTML part is shown as source only: its inline styles would need a laxer
 * Content-Security-Policy than the product's, under whose address these pages are served.
 */
import { Hono } from 'hono'
import { html } from 'hono/html'
import { lookFiles } from '../look/look.ts'
import { sandboxPage, type Markup } from '../look/page.ts'
import { findMail, listMails, type Mail, type MailDb, type Mailbox } from './store.ts'

const NOTICE = 'Sandbox: mails are kept here and never leave.'
const MAX_ON_PAGE = 200
const MAX_IN_JSON = 1000

/** GET `/sandbox/mail`, `/sandbox/mail/:id`, `/sandbox/mail.json` and what they look like. */
export function mailPages(db: MailDb): Hono {
  const app = new Hono()
  app.route('/', lookFiles())

  app.get('/sandbox/mail', async (c) => {
    const mails = await listMails(db, MAX_ON_PAGE)
    const list = html`<ol class="mails">
      ${mails.map(
        (mail) =>
          html`<li>
            <p><a href="/sandbox/mail/${mail.id}" dir="auto">${mail.subject || 'No subject'}</a></p>
            <p class="quiet">
              To ${addresses(mail.to)}, <time datetime="${mail.receivedAt.toISOString()}">${when(mail)}</time>
            </p>
          </li>`,
      )}
    </ol>`
    const body = html`<h1>Mail</h1>
      ${mails.length === 0 ? html`<p>No mail yet.</p>` : list}`
    return sandboxPage(c, { title: 'Mail · Sandbox', notice: NOTICE, body })
  })

  app.get('/sandbox/mail.json', async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await listMails(db, MAX_IN_JSON))
  })

  app.get('/sandbox/mail/:id{[0-9]{1,9}}', async (c) => {
    const mail = await findMail(db, Number(c.req.param('id')))
    if (!mail) {
      const body = html`<h1>No such mail</h1>
        <p><a href="/sandbox/mail">All mail</a></p>`
      return sandboxPage(c, { title: 'No such mail · Sandbox', notice: NOTICE, body }, 404)
    }
    const body = html`<p><a href="/sandbox/mail">All mail</a></p>
      <h1 dir="auto">${mail.subject || 'No subject'}</h1>
      <dl>
        <dt>From</dt>
        <dd>${addresses([mail.from])}</dd>
        <dt>To</dt>
        <dd>${addresses(mail.to)}</dd>
        <dt>Received</dt>
        <dd><time datetime="${mail.receivedAt.toISOString()}">${when(mail)}</time></dd>
      </dl>
      <pre dir="auto">${mail.text === '' ? 'This mail has no text part.' : linked(mail.text)}</pre>
      ${mail.html && source('HTML source', mail.html)} ${source('Headers', headerLines(mail))}`
    return sandboxPage(c, { title: `${mail.subject || 'No subject'} · Mail`, notice: NOTICE, body })
  })
  return app
}

function source(title: string, text: string): Markup {
  return html`<details>
    <summary>${title}</summary>
    <pre>${text}</pre>
  </details>`
}

const headerLines = (mail: Mail) =>
  Object.entries(mail.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Turns web addresses into links. A full stop or bracket after an address is not part of it. */
function linked(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}

function addresses(mailboxes: Mailbox[]): Markup {
  const one = ({ name, address }: Mailbox) => (name ? html`<bdi>${name}</bdi> &lt;${address}&gt;` : html`${address}`)
  return html`${mailboxes.map((mailbox, index) => html`${index > 0 ? ', ' : ''}${one(mailbox)}`)}`
}

const when = (mail: Mail) => `${mail.receivedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
