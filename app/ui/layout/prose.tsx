import type { ReactNode } from 'react'

type ProsePageProps = { title: string; lead?: ReactNode; children?: ReactNode }

/** A page of text: a title, a lead and what follows. */
export function ProsePage({ title, lead, children }: ProsePageProps) {
  return (
    <div className="page py-10 md:py-16">
      <div className="max-w-3xl">
        <h1 className="page-title">{title}</h1>
        {lead && <p className="mt-4 lead">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

/** A section of such a page. */
export function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section {...(id ? { id } : {})} className="mt-12 scroll-mt-6">
      <h2 className="text-2xl">{title}</h2>
      <div className="mt-4 grid gap-4">{children}</div>
    </section>
  )
}

/** Text as its author typed it: a blank line begins a paragraph. */
export function Paragraphs({ text }: { text: string }) {
  return (
    <>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- The text of a page does not change its order.
        <p key={index} className="running-text wrap-anywhere whitespace-pre-line">
          {paragraph.trim()}
        </p>
      ))}
    </>
  )
}
