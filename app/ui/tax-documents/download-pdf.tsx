import Download from 'lucide-react/icons/download'
import * as m from '#messages/receipts'

/** A link to a document's file, past the router, since it is no page. */
export function DownloadPdf({ href }: { href: string }) {
  return (
    <p className="print:hidden">
      <a href={href} download className="button-secondary">
        <Download size={20} strokeWidth={1.75} aria-hidden="true" /> {m.downloadPdf()}
      </a>
    </p>
  )
}
