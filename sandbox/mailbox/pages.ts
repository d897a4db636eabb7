/**
 * Received emails as pages and as JSON. The HTML part is a document of its own in a sandboxed frame: its inline styles need
 * a different Content-Security-Policy from the product's, under whose address these pages are served.
 */
import { Hono } from 'hono'
import { html } from 'hono/html'
import { lookFiles } from '../look/look.ts'
import { sandboxPage, type Markup } from '../look/page.ts'
import { findMail, listMails, type Mail, type MailAttachment, type MailDb, type Mailbox } from './store.ts'

const NOTICE = 'Sandbox: emails are kept here and never leave.'
const MAX_ON_PAGE = 200
const MAX_IN_JSON = 1000

/**
 * An email may hold anything: no scripts, no origin, no forms, and nothing is loaded. Its own images are `data:` URLs.
 * `sandbox` also holds when the document is opened without the frame.
 */
const PREVIEW_POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** GET `/sandbox/mail`, `/sandbox/mail/:id`, `/sandbox/mail/:id/preview`, `/sandbox/mail.json` and what they look like. */
export function mailPages(db: MailDb): Hono {
  const app = new Hono()
  app.route('/', lookFiles())

  app.get('/sandbox/mail', async (c) => {
    const mails = await listMails(db, MAX_ON_PAGE)
    const list = html`<ol class="emails">
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
    const body = html`<h1>Email</h1>
      ${mails.length === 0 ? html`<p>No email yet.</p>` : list}`
    return sandboxPage(c, { title: 'Email · Sandbox', notice: NOTICE, body })
  })

  app.get('/sandbox/mail.json', async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await listMails(db, MAX_IN_JSON))
  })

  app.get('/sandbox/mail/:id{[0-9]{1,9}}', async (c) => {
    const mail = await findMail(db, Number(c.req.param('id')))
    if (!mail) {
      const body = html`<h1>No such email</h1>
        <p><a href="/sandbox/mail">All email</a></p>`
      return sandboxPage(c, { title: 'No such email · Sandbox', notice: NOTICE, body }, 404)
    }
    const body = html`<p><a href="/sandbox/mail">All email</a></p>
      <h1 dir="auto">${mail.subject || 'No subject'}</h1>
      <dl>
        <dt>From</dt>
        <dd>${addresses([mail.from])}</dd>
        <dt>To</dt>
        <dd>${addresses(mail.to)}</dd>
        <dt>Received</dt>
        <dd><time datetime="${mail.receivedAt.toISOString()}">${when(mail)}</time></dd>
      </dl>
      <div class="email">
        ${
          mail.html &&
          html`<section aria-labelledby="preview">
            <h2 id="preview">As the recipient sees it</h2>
            <p class="quiet">Links don’t work in this preview. Use the links in the text.</p>
            <iframe sandbox="" src="/sandbox/mail/${mail.id}/preview" title="Email as the recipient sees it"></iframe>
          </section>`
        }
        <section aria-labelledby="text">
          <h2 id="text">Text</h2>
          <pre dir="auto">${mail.text === '' ? 'This email has no text part.' : linked(mail.text)}</pre>
          ${mail.attachments.length > 0 && attachmentList(mail.attachments)}
          <h2>Source</h2>
          ${mail.html && source('HTML source', mail.html)} ${source('Headers', headerLines(mail))}
        </section>
      </div>`
    return sandboxPage(c, { title: `${mail.subject || 'No subject'} · Mail`, notice: NOTICE, body })
  })

  app.get('/sandbox/mail/:id{[0-9]{1,9}}/preview', async (c) => {
    const mail = await findMail(db, Number(c.req.param('id')))
    if (!mail?.html) return c.notFound()
    c.header('Content-Security-Policy', PREVIEW_POLICY)
    c.header('X-Frame-Options', 'SAMEORIGIN')
    c.header('X-DNS-Prefetch-Control', 'off') // No policy covers names that are only looked up.
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex')
    return c.html(withInertLinks(mail.previewHtml))
  })
  return app
}

function attachmentList(attachments: MailAttachment[]): Markup {
  return html`<h2>Attachments</h2>
    <ul>
      ${attachments.map(({ name, type, method, bytes, text }) => {
        const line = `${name ?? 'No name'} (${type}${method ? `, ${method}` : ''}, ${bytes.toLocaleString('en-GB')} bytes)`
        return html`<li>${text === null ? line : source(line, text)}</li>`
      })}
    </ul>`
}

/** The sandbox refuses new windows. Without this, a link would replace the email with a page that refuses to be framed. */
const withInertLinks = (document: string) => document.replace(/<head[^>]*>/i, '$&<base target="_blank">')

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
